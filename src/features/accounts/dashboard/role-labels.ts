import type { Role } from '#shared/roles.ts'

export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrator',
  EDITOR: 'Editor',
  RECRUITER: 'Recruiter',
}
