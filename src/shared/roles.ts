export const roles = ['ADMIN', 'EDITOR', 'RECRUITER'] as const
export type Role = (typeof roles)[number]

/** The roles that manage applications and talents. */
export const recruiters = ['ADMIN', 'RECRUITER'] as const

/** The roles that edit the site's content. */
export const editors = ['ADMIN', 'EDITOR'] as const

/** Whether a user has one of these roles; nobody who isn't signed in has. */
export const isOneOf = (some: readonly Role[], role: Role | undefined) =>
  role !== undefined && some.includes(role)
