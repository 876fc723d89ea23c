import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import { contains, wordsOf } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import type { ApplicationFilters } from '../contract.ts'
import type { applicationOrders } from '../validation.ts'

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
  for (const word of wordsOf(filters.search_query ?? '')) {
    query = query.where(contains('applications.search_text', word))
  }
  return query
}

/** What stands before the id in each order: just the columns of an index, so that no order needs sorting. */
const orderColumns = {
  created_at: ['applications.created_at'],
  name: ['applications.name_key'],
  status: ['applications.status', 'applications.created_at'],
  cohort: ['applications.cohort_id', 'applications.created_at'],
} as const

/** The columns that an ordering sorts by, the id at last, all in one direction. */
export function orderOf(ordering: Ordering = '-created_at') {
  const direction = ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  const name = ordering.replace('-', '') as keyof typeof orderColumns
  return { columns: [...orderColumns[name], 'applications.id' as const], direction }
}

type Page = { limit: number; offset: number }

/** The ids of all that match, in order. */
export async function findMatchingIds(
  database: Database,
  filters: ApplicationFilters,
  ordering?: Ordering,
  page?: Page,
) {
  const rows = await inOrder(matchingApplications(database, filters), orderOf(ordering), page)
    .select('applications.id')
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of a page, and how many match in all, by one look at the rows; 0 when the page lies past the end. */
export async function findCountedIds(
  database: Database,
  filters: ApplicationFilters,
  ordering: Ordering | undefined,
  page: Page,
) {
  const rows = await inOrder(matchingApplications(database, filters), orderOf(ordering), page)
    .select((select) => ['applications.id', select.fn.countAll<number>().over().as('total')])
    .execute()
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

/** The same rows in that order, or a page of them. */
export function inOrder(
  query: Query,
  { columns, direction }: ReturnType<typeof orderOf>,
  page?: Page,
) {
  const ordered = columns.reduce((sorted, column) => sorted.orderBy(column, direction), query)
  return page ? ordered.limit(page.limit).offset(page.offset) : ordered
}
