import type { Database } from '#database/open.ts'
import { endOfDay, localDay } from '#shared/company.ts'

/** When the next registration closes, or at midnight, when cohorts start: until then visitors read the same. */
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
