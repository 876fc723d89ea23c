import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { ListOrder } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import type { applicationOrders } from '../validation.ts'
import { isScoredBy, isScoredInOrder, lacksScoreOf } from './score-columns.ts'
import {
  identificationsIn,
  type Query,
  type SoughtIdentification,
  searchAll,
  searchAmong,
  searchNewest,
} from './search.ts'
import { waitingStatuses } from './spots.ts'

export type Ordering = (typeof applicationOrders)[number]

/** The filters, with the user whom 'me' stands for. */
export type ViewerFilters = Omit<ApplicationFilters, 'assignee'> & {
  assignee?: number | 'none'
  /** Whoever asks. */
  viewer: number
  /** Whether the list is in the order of the scores. */
  is_by_score?: boolean
  /** Whether the order has those alone that a filter leaves out. */
  matches_none?: boolean
  /** What in the search may be a national ID. */
  identifications?: readonly SoughtIdentification[]
}

/**
 * Puts the user who asks in place of 'me'. The order of the waiting list has those alone who wait, and the order by
 * score those that the user has scored: of the others it would tell what is hidden. A filter that asks for the others
 * matches nothing then.
 */
export const forViewer = <Filters extends ApplicationFilters & { ordering?: Ordering }>(
  context: RequestContext,
  { assignee, ...filters }: Filters,
) => ({
  ...filters,
  viewer: requireViewer(context).id,
  assignee: assignee === 'me' ? requireViewer(context).id : assignee,
  identifications: identificationsIn(filters.search_query ?? '', context.dataKeys),
  is_scored: isBy('score', filters) ? true : filters.is_scored,
  is_by_score: isBy('score', filters),
  is_waiting: isBy('waiting', filters) ? true : filters.is_waiting,
  matches_none:
    (isBy('score', filters) && filters.is_scored === false) ||
    (isBy('waiting', filters) && filters.is_waiting === false),
})

const isBy = (name: keyof typeof orderColumns, filters: { ordering?: Ordering }) =>
  readApplicationOrdering(filters.ordering).name === name

/** What the list is sorted by; by default by the time, the newest first. */
export const readApplicationOrdering = (ordering: Ordering = '-created_at') =>
  readOrdering(ordering)

export const filteredApplications = (database: Database, filters: ViewerFilters) =>
  applyFilters(database.selectFrom('applications') as Query, filters)

/**
 * The same, walking through an index of SQLite, whose planner doesn't know how many rows an index of a filter names.
 */
export const filteredAlong = (index: string, database: Database, filters: ViewerFilters) =>
  applyFilters(
    database.selectFrom(
      sql`applications`.as(sql`applications indexed by ${sql.ref(index)}`),
    ) as unknown as Query,
    filters,
  )

/** The applications that match every filter, and every word of the search. */
export const matchingApplications = (database: Database, filters: ViewerFilters) =>
  searchAmong(filteredApplications(database, filters), searchAll(database, filters))

/** The same for lists: of a search that fits too many it has the newest, and says so. */
export async function listedApplications(database: Database, filters: ViewerFilters) {
  const filtered = filteredApplications(database, filters)
  const search = await searchNewest(database, filters, filtered)
  return { matching: searchAmong(filtered, search), has_more: search.has_more }
}

/** Narrows a query to the applications that match every filter, whatever is searched for. */
export function applyFilters(all: Query, filters: ViewerFilters) {
  let query = filters.matches_none ? all.where(sql<boolean>`1 = 0`) : all
  if (filters.status) query = query.where('applications.status', 'in', filters.status)
  if (filters.cohort_id) query = query.where('applications.cohort_id', 'in', filters.cohort_id)
  if (filters.tech_stack_id)
    query = query.where('applications.tech_stack_id', 'in', filters.tech_stack_id)
  if (filters.level) query = query.where('applications.level', 'in', filters.level)
  if (filters.gender) query = query.where('applications.gender', 'in', filters.gender)
  if (filters.is_waiting !== undefined) {
    query = filters.is_waiting
      ? query.where(isWaitingSql)
      : query.where(({ not }) => not(isWaitingSql))
  }
  if (filters.is_scored !== undefined) {
    const isScored = filters.is_by_score ? isScoredInOrder : isScoredBy
    query = query.where((filters.is_scored ? isScored : lacksScoreOf)(filters.viewer))
  }
  if (filters.is_invited !== undefined) {
    query = query.where('applications.id', filters.is_invited ? 'in' : 'not in', (invited) =>
      invited.selectFrom('interviews').select('interviews.id'),
    )
  }
  if (filters.assignee === 'none') query = query.where('applications.assignee_id', 'is', null)
  else if (filters.assignee) query = query.where('applications.assignee_id', '=', filters.assignee)
  if (filters.created_from) {
    query = query.where(
      'applications.created_at',
      '>=',
      startOfDay(filters.created_from).toISOString(),
    )
  }
  if (filters.created_to) {
    query = query.where('applications.created_at', '<', endOfDay(filters.created_to).toISOString())
  }
  return query
}

/**
 * `isWaiting` in SQL. Few wait, and many have these statuses: the empty text keeps SQLite from beginning with the
 * index of the statuses.
 */
export const isWaitingSql = sql<boolean>`(applications.waiting_since is not null
  and applications.status || '' in (${sql.join(waitingStatuses)}))`

/** The columns of each order before the id. Each order has an index of exactly these columns, so none needs sorting. */
const orderColumns = {
  created_at: ['applications.created_at'],
  name: ['applications.name_key'],
  status: ['applications.status', 'applications.created_at'],
  cohort: ['applications.cohort_id', 'applications.created_at'],
  waiting: ['applications.waiting_since'],
  score: ['applications.score_mean'],
} as const

/** The columns of an ordering, the id last, all in one direction. */
export function orderOf(ordering: Ordering | undefined): ListOrder {
  const { name, direction } = readApplicationOrdering(ordering)
  return { columns: [...orderColumns[name], 'applications.id' as const], direction }
}
