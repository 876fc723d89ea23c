export const roles = ['ADMIN', 'EDITOR', 'RECRUITER'] as const
export type Role = (typeof roles)[number]

/** The roles that manage applications and talents. */
export const recruiters = ['ADMIN', 'RECRUITER'] as const

/** The roles that edit the site's content. */
export const editors = ['ADMIN', 'EDITOR'] as const
