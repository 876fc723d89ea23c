import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import {
  applyFilters,
  filteredApplications,
  isWaitingSql,
  listedApplications,
  type ViewerFilters,
} from './filters.ts'
import { hasCriteria } from './score-columns.ts'
import type { Query } from './search.ts'

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
 * The counts that match as rows with a `total`. They don't tell which applications are invited to an interview, which
 * somebody takes care of, and which the user has scored. Those are the fewer: `others` has them as rows, to be
 * subtracted, each without those before.
 */
function keptParts(
  database: Database,
  { is_scored, assignee, is_invited, ...filters }: ViewerFilters,
) {
  const { search_query, created_from, created_to } = filters
  if (is_scored || is_invited || search_query?.trim() || created_from || created_to)
    return undefined
  if (assignee !== undefined && assignee !== 'none') return undefined
  const among = (rows: Query) => (is_scored === false ? rows.where(hasCriteria) : rows)
  const others: Query[] = []
  if (is_invited === false) {
    others.push(filteredApplications(database, { ...filters, is_invited: true }))
  }
  const uninvited = { ...filters, is_invited }
  if (assignee === 'none') others.push(applyFilters(assignedRows(database), uninvited))
  if (is_scored === false) {
    others.push(filteredApplications(database, { ...uninvited, assignee, is_scored: true }))
  }
  return {
    kept: among(applyFilters(countsAsRows(database), filters)),
    others: others.map(among),
  }
}

/** How many of the applications that match are in each cohort, and how many of these wait for a spot. */
export async function countByCohort(database: Database, filters: ViewerFilters) {
  const counts =
    (await findKeptCounts(database, filters, 'cohort_id')) ??
    added(
      await sums((await listedApplications(database, filters)).matching, 'cohort_id', sql.lit(1)),
    )
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

type Sums = { total: number; waiting: number }

/**
 * How many applications match, by the values of a column, and how many of these wait for a spot.
 * @returns undefined for filters by which the counts that triggers keep are of no use
 */
export async function findKeptCounts<Column extends 'cohort_id' | 'status'>(
  database: Database,
  filters: ViewerFilters,
  column: Column,
) {
  const parts = keptParts(database, filters)
  if (!parts) return undefined
  const found = await Promise.all([
    sums(parts.kept, column, sql.ref('applications.total')),
    ...parts.others.map((rows) => sums(rows, column, sql.lit(-1))),
  ])
  return added(found.flat())
}

/** The sums of rows by the values of a column. @param each what a row stands for */
async function sums<Column extends 'cohort_id' | 'status'>(
  rows: Query,
  column: Column,
  each: RawBuilder<unknown>,
) {
  const value = sql.ref<Tables['applications'][Column]>(`applications.${column}`)
  return rows
    .select(value.as('value'))
    .select(sql<number>`sum(${each})`.as('total'))
    .select(sql<number>`sum(case when ${isWaitingSql} then ${each} else 0 end)`.as('waiting'))
    .groupBy(value)
    .execute()
}

function added<Value>(found: readonly (Sums & { value: Value })[]) {
  const counts = new Map<Value, Sums>()
  for (const { value, total, waiting } of found) {
    const before = counts.get(value) ?? { total: 0, waiting: 0 }
    counts.set(value, { total: before.total + total, waiting: before.waiting + waiting })
  }
  return counts
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
      .select([...counted, 'waiting_since', 'id'])
      .where('assignee_id', '>', 0)
      .limit(2 ** 31 - 1)
      .as('applications'),
  ) as unknown as Query
