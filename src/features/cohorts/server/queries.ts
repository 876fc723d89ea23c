import type { Database } from '#database/open.ts'
import { readOrdering } from '#database/ordering.ts'
import { findPage, type PageQuery, preparePages } from '#database/page.ts'
import type { Slots } from '#database/prepared.ts'
import { contains, searchable } from '#database/search.ts'
import { endOfDay, localDay } from '#shared/company.ts'
import type { Cohort } from '../contract.ts'
import type { CohortStatus, cohortOrders } from '../validation.ts'

const columns = [
  'id',
  'name',
  'short_description',
  'status',
  'start_day',
  'end_day',
  'deadline',
  'capacity',
  'registered',
  'updated_at',
] as const

type Row = {
  id: number
  name: string
  short_description: string
  status: string
  start_day: string
  end_day: string
  deadline: string | null
  capacity: number
  registered: number
  updated_at: string
}

/** The wire's form of a row. An open cohort without a spot left says that it is full. */
const toCohort = (row: Row) =>
  ({
    id: row.id,
    name: row.name,
    short_description: row.short_description,
    status: (row.status === 'open' && row.registered >= row.capacity
      ? 'full'
      : row.status) as CohortStatus,
    start: row.start_day,
    end: row.end_day,
    deadline: row.deadline,
    limit: row.capacity,
    total_registered: row.registered,
    updated_at: row.updated_at,
  }) satisfies Cohort

const orderColumns = {
  deadline: 'closes_at',
  name: 'name_key',
  start: 'start_day',
  limit: 'capacity',
  total_registered: 'registered',
} as const

export type CohortFilters = {
  status?: CohortStatus | 'all'
  search?: string
  ordering?: (typeof cohortOrders)[number]
}

const pagesForVisitors = preparePages(
  (database, { now, today }: Slots<{ now: string; today: string }>) => {
    const matching = database
      .selectFrom('cohorts')
      .where('status', '!=', 'draft')
      .where((where) => where.or([where('closes_at', '>', now), where('start_day', '>', today)]))
    return { matching, ordered: matching.select(columns).orderBy('closes_at').orderBy('id') }
  },
)

/**
 * A page of the cohorts that visitors see, by deadline: without drafts, and without cohorts that have started after
 * their registration closed, which would come first.
 */
export async function findShownCohorts(database: Database, page: PageQuery, now: Date) {
  const values = { now: now.toISOString(), today: localDay(now) }
  const found = await pagesForVisitors(database, values, page)
  return { ...found, results: found.results.map(toCohort) }
}

/** A page of the staff's list. */
export async function findCohorts(database: Database, filters: CohortFilters, page: PageQuery) {
  let query = database.selectFrom('cohorts')
  if (filters.status === 'full') {
    query = query.where((where) =>
      where.or([
        where('status', '=', 'full'),
        where.and([where('status', '=', 'open'), where('registered', '>=', where.ref('capacity'))]),
      ]),
    )
  } else if (filters.status && filters.status !== 'all') {
    query = query.where('status', '=', filters.status)
    if (filters.status === 'open') query = query.whereRef('registered', '<', 'capacity')
  }
  if (filters.search) {
    query = query.where(contains('name_key', filters.search))
  }
  const { name, direction } = readOrdering(filters.ordering ?? 'deadline')
  const found = await findPage(
    query,
    query.select(columns).orderBy(orderColumns[name], direction).orderBy('id', direction),
    page,
  )
  return { ...found, results: found.results.map(toCohort) }
}

export async function findCohort(database: Database, id: number) {
  const row = await database
    .selectFrom('cohorts')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { cohort: toCohort(row), storedStatus: row.status as CohortStatus } : null
}

/** Whether applicants who are in another cohort now have interviews at times of this one, as those that took place do. */
export async function hasMovedInterviews(database: Database, id: number): Promise<boolean> {
  const interview = await database
    .selectFrom('interviews')
    .innerJoin('interview_slots', 'interview_slots.id', 'interviews.slot_id')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .select('interviews.id')
    .where('interview_slots.cohort_id', '=', id)
    .where('applications.cohort_id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return interview !== undefined
}

export type StoredCohort = {
  name: string
  short_description: string
  status: CohortStatus
  start: string
  end: string
  deadline: string | null
  limit: number
  closes_at: string
}

const toRow = (cohort: StoredCohort, now: string) => ({
  name: cohort.name,
  name_key: searchable(cohort.name),
  short_description: cohort.short_description,
  status: cohort.status,
  start_day: cohort.start,
  end_day: cohort.end,
  deadline: cohort.deadline,
  closes_at: cohort.closes_at,
  capacity: cohort.limit,
  updated_at: now,
})

export async function insertCohort(database: Database, cohort: StoredCohort, now: string) {
  const { id } = await database
    .insertInto('cohorts')
    .values({ ...toRow(cohort, now), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCohort(
  database: Database,
  id: number,
  cohort: StoredCohort,
  now: string,
) {
  await database.updateTable('cohorts').set(toRow(cohort, now)).where('id', '=', id).execute()
}

/**
 * The next time when the public list changes without a write: a registration closes, or midnight, when cohorts start.
 */
export async function findNextCohortChange(database: Database, now: Date): Promise<string> {
  const next = await database
    .selectFrom('cohorts')
    .select('closes_at')
    .where('closes_at', '>', now.toISOString())
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst()
  const midnight = endOfDay(localDay(now)).toISOString()
  return next && next.closes_at < midnight ? next.closes_at : midnight
}
