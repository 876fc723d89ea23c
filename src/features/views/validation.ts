import { editors, type Role, recruiters } from '#shared/roles.ts'

/** The lists whose views can be saved, and who sees them: a view may name people, as its search does. */
export const viewLists = {
  applications: recruiters,
  talents: recruiters,
  messages: recruiters,
  cohorts: recruiters,
  subscribers: recruiters,
  certificates: recruiters,
  interviews: recruiters,
  articles: editors,
  comments: editors,
  events: editors,
  registrations: editors,
  tags: editors,
  testimonials: editors,
  team: editors,
  images: editors,
  users: ['ADMIN'],
  emails: ['ADMIN'],
  audit: ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>
export type ViewList = keyof typeof viewLists
export const viewListNames = Object.keys(viewLists) as [ViewList, ...ViewList[]]

/** For each user and list. */
export const viewsMax = 50
