import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf } from '#database/page.ts'
import { filteredApplications, matching, type Query, type ViewerFilters } from './filters.ts'
import { hasCriteria } from './score-columns.ts'

/**
 * How many applications match, by the counts that triggers keep. What these don't tell, whether somebody takes care of
 * them and whether the user has scored them, is counted of the fewer for whom it holds, and subtracted.
 * @returns undefined for filters by which the counts are of no use
 */
export async function findKeptCount(
  database: Database,
  { is_scored, assignee, ...filters }: ViewerFilters,
): Promise<number | undefined> {
  const { search_query, created_from, created_to } = filters
  if (is_scored || search_query?.trim() || created_from || created_to) return undefined
  if (assignee !== undefined && assignee !== 'none') return undefined
  const among = (rows: Query) => (is_scored === false ? rows.where(hasCriteria) : rows)
  const others: Query[] = []
  if (assignee === 'none') others.push(matching(assignedRows(database), filters))
  if (is_scored === false) {
    others.push(filteredApplications(database, { ...filters, assignee, is_scored: true }))
  }
  const kept = sql<number>`coalesce(sum(applications.total), 0)`
  const total = others.reduce((left, rows) => sql`${left} - ${countOf(among(rows))}`, kept)
  const matched = among(matching(countsAsRows(database), filters))
  return (await matched.select(total.as('total')).executeTakeFirstOrThrow()).total
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
