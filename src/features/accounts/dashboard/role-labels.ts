import { type Role, roles } from '#shared/roles.ts'

export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrator',
  EDITOR: 'Editor',
  RECRUITER: 'Recruiter',
}

/** What each role is for, in plain words. */
export const roleTexts: Record<Role, string> = {
  ADMIN: 'Does everything, and decides who may do what.',
  EDITOR: 'Writes and decides what visitors read: news, comments, testimonials, team and events.',
  RECRUITER:
    'Answers people and decides about them: messages, applications, talents and certificates.',
}

/** The roles as a select's options. */
export const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }))
