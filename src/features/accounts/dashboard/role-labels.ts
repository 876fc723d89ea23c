import type { Role } from '#features/calls/contract.ts'

export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrator',
  EDITOR: 'Editor',
  RECRUITER: 'Recruiter',
}
