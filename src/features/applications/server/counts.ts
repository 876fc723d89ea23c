import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf } from '#database/page.ts'
import {
  filteredApplications,
  isOnList,
  listedApplications,
  matching,
  type Query,
  type ViewerFilters,
} from './filters.ts'
import { hasCriteria } from './score-columns.ts'

/**
 * How many applications match, by the counts that triggers keep.
 * @returns undefined for filters by which the counts are of no use
 */
export async function findKeptCount(
  database: Database,
  filters: ViewerFilters,
): Promise<number | undefined> {
  const parts = keptParts(database, filters)
  if (!parts) return undefined
  const kept = sql<number>`coalesce(sum(applications.total), 0)`
  const total = parts.others.reduce((left, rows) => sql`${left} - ${countOf(rows)}`, kept)
  return (await parts.kept.select(total.as('total')).executeTakeFirstOrThrow()).total
}

/**
 * The counts that match as rows with a `total`. What these don't tell, whether somebody takes care of applications and
 * whether the user has scored them, holds for the fewer: these, as rows of their own, are to be subtracted.
 */
function keptParts(database: Database, { is_scored, assignee, ...filters }: ViewerFilters) {
  const { search_query, created_from, created_to } = filters
  if (is_scored || search_query?.trim() || created_from || created_to) return undefined
  if (assignee !== undefined && assignee !== 'none') return undefined
  const among = (rows: Query) => (is_scored === false ? rows.where(hasCriteria) : rows)
  const others: Query[] = []
  if (assignee === 'none') others.push(matching(assignedRows(database), filters))
  if (is_scored === false) {
    others.push(filteredApplications(database, { ...filters, assignee, is_scored: true }))
  }
  return {
    kept: among(matching(countsAsRows(database), filters)),
    others: others.map(among),
  }
}

/** How many of the applications that match are in each cohort, and how many of these wait for a spot. */
export async function countByCohort(database: Database, filters: ViewerFilters) {
  const parts = keptParts(database, filters)
  const listed = parts ? [] : [(await listedApplications(database, filters)).matching]
  const found = await Promise.all([
    ...(parts ? [inCohorts(parts.kept, sql.ref('applications.total'), 1)] : []),
    ...(parts?.others ?? []).map((rows) => inCohorts(rows, sql.lit(1), -1)),
    ...listed.map((rows) => inCohorts(rows, sql.lit(1), 1)),
  ])
  const counts = new Map<number, { total: number; waiting: number }>()
  for (const { cohort_id, total, waiting } of found.flat()) {
    const before = counts.get(cohort_id) ?? { total: 0, waiting: 0 }
    counts.set(cohort_id, { total: before.total + total, waiting: before.waiting + waiting })
  }
  const cohorts = await database
    .selectFrom('cohorts')
    .select(['id', 'name'])
    .orderBy('start_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return cohorts
    .map(({ id, name }) => ({ cohort: id, name, ...(counts.get(id) ?? { total: 0, waiting: 0 }) }))
    .filter(({ total }) => total > 0)
}

/** The sums of rows by cohort. @param sign -1 to subtract them */
async function inCohorts(rows: Query, each: RawBuilder<unknown>, sign: 1 | -1) {
  const found = await rows
    .select('applications.cohort_id')
    .select(sql<number>`sum(${each})`.as('total'))
    .select(sql<number>`sum(case when ${isOnList} then ${each} else 0 end)`.as('waiting'))
    .groupBy('applications.cohort_id')
    .execute()
  return found.map(({ cohort_id, total, waiting }) => ({
    cohort_id,
    total: sign * Number(total),
    waiting: sign * Number(waiting),
  }))
}

const counted = ['cohort_id', 'status', 'tech_stack_id', 'level', 'gender'] as const

/** The counts under the names of the applications' columns, so that the same filters fit them. */
const countsAsRows = (database: Database) =>
  database.selectFrom(
    database
      .selectFrom('application_counts')
      .select([...counted, 'total'])
      .select(sql`case has_place when 1 then '' end`.as('waiting_since'))
      .as('applications'),
  ) as unknown as Query

/**
 * The applications that somebody takes care of. No engine filters within a limit, so that these alone are read, from
 * their index, and not all that an index of a filter names.
 */
const assignedRows = (database: Database) =>
  database.selectFrom(
    database
      .selectFrom('applications')
      .select([...counted, 'waiting_since'])
      .where('assignee_id', '>', 0)
      .limit(2 ** 31 - 1)
      .as('applications'),
  ) as unknown as Query
