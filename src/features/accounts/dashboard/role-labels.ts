import { type Role, roles } from '#shared/roles.ts'

export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrator',
  EDITOR: 'Editor',
  RECRUITER: 'Recruiter',
}

/** The roles as a select's options. */
export const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }))
