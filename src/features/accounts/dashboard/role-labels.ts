import type { Role } from '#calls'

export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrator',
  EDITOR: 'Editor',
  RECRUITER: 'Recruiter',
}
