import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf } from '#database/page.ts'
import { filteredApplications, matching, type Query, type ViewerFilters } from './filters.ts'
import { hasCriteria } from './score-columns.ts'

/**
 * How many applications match, by the counts that triggers keep.
 * @returns undefined where these don't tell them apart
 */
export async function findKeptCount(
  database: Database,
  { is_scored, ...filters }: ViewerFilters,
): Promise<number | undefined> {
  const { search_query, assignee, created_from, created_to } = filters
  if (is_scored || search_query?.trim() || assignee || created_from || created_to) return undefined
  let counts = matching(countsAsRows(database), filters)
  let total = sql<number>`coalesce(sum(applications.total), 0)`
  if (is_scored === false) {
    counts = counts.where(hasCriteria)
    // Few are scored by one user, and all others are many.
    const scored = filteredApplications(database, { ...filters, is_scored: true })
    total = sql<number>`${total} - ${countOf(scored.where(hasCriteria))}`
  }
  return (await counts.select(total.as('total')).executeTakeFirstOrThrow()).total
}

/** The counts under the names of the applications' columns, so that the same filters fit them. */
const countsAsRows = (database: Database) =>
  database.selectFrom(
    database
      .selectFrom('application_counts')
      .selectAll()
      .select(sql`case has_place when 1 then '' end`.as('waiting_since'))
      .as('applications'),
  ) as unknown as Query
