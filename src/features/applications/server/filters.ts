import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import { contains } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { endOfDay, startOfDay } from '#site'
import type { ApplicationFilters, applicationOrders } from '../contract.ts'

export type Ordering = (typeof applicationOrders)[number]

type Query = SelectQueryBuilder<
  Tables & { applications: Tables['applications'] },
  'applications',
  object
>

/** The applications that match every filter; each word of the search must stand somewhere. */
export function matchingApplications(database: Database, filters: ApplicationFilters) {
  let query = database.selectFrom('applications') as Query
  if (filters.status) query = query.where('applications.status', '=', filters.status)
  if (filters.cohort_id) query = query.where('applications.cohort_id', '=', filters.cohort_id)
  if (filters.tech_stack_id)
    query = query.where('applications.tech_stack_id', '=', filters.tech_stack_id)
  if (filters.level) query = query.where('applications.level', '=', filters.level)
  if (filters.gender) query = query.where('applications.gender', '=', filters.gender)
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
  for (const word of (filters.search_query ?? '').split(/\s+/).filter(Boolean)) {
    query = query.where(contains('applications.search_text', word))
  }
  return query
}

const orderColumns = {
  created_at: 'applications.created_at',
  name: 'applications.name_key',
  status: 'applications.status',
  cohort: 'applications.cohort_id',
} as const

/** The column that an ordering sorts by, before the id, and its direction. */
export function orderOf(ordering: Ordering = '-created_at') {
  const direction = ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const name = ordering.replace('-', '') as keyof typeof orderColumns
  return { column: orderColumns[name], direction }
}

/** The ids of all that match, in order. */
export async function findMatchingIds(
  database: Database,
  filters: ApplicationFilters,
  ordering?: Ordering,
  page?: { limit: number; offset: number },
) {
  const { column, direction } = orderOf(ordering)
  let query = matchingApplications(database, filters)
    .select('applications.id')
    .orderBy(column, direction)
    .orderBy('applications.id', direction)
  if (page) query = query.limit(page.limit).offset(page.offset)
  return (await query.execute()).map((row) => row.id)
}
