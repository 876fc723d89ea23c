import { type Role, recruiters } from '#shared/roles.ts'
import { type RowList, rowLists } from '#shared/row-kinds.ts'

const otherLists = {
  interviews: recruiters,
  users: ['ADMIN'],
  emails: ['ADMIN'],
  audit: ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>

export type ViewList = RowList | keyof typeof otherLists

/** The lists whose views can be saved, and who sees them: a view may name people, as its search does. */
export const viewLists: Record<ViewList, readonly Role[]> = { ...rowLists, ...otherLists }
export const viewListNames = Object.keys(viewLists) as [ViewList, ...ViewList[]]

/** For each user and list. */
export const viewsMax = 50
