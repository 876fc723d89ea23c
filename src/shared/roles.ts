export const roles = ['ADMIN', 'EDITOR', 'RECRUITER'] as const
export type Role = (typeof roles)[number]

/** The access of those who recruit. */
export const recruiters = ['ADMIN', 'RECRUITER'] as const

/** The access of those who write what the site says. */
export const editors = ['ADMIN', 'EDITOR'] as const
