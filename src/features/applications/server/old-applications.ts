import { sql } from 'kysely'
import type { Retained } from '#platform/storage/retention.ts'
import { localDay } from '#shared/company.ts'
import { countSpots, lockCohortsOf } from './lock-cohorts.ts'
import { takesSpot } from './spots.ts'

/** Applications to cohorts that ended long ago, which nobody has changed since then. */
export const oldApplications: Retained = {
  ...{ table: 'applications', tags: ['Application', 'Cohort'], hasResume: true },
  isOld: (before) => sql`applications.updated_at <= ${before.toISOString()} and
    cohort_id in (select id from cohorts where end_day <= ${localDay(before)})`,
  lock: lockCohortsOf,
  async release(transaction, ids) {
    const rows = await transaction
      .selectFrom('applications')
      .select(['cohort_id', 'status', 'waiting_since'])
      .where('id', 'in', ids)
      .execute()
    for (const [cohort, some] of Map.groupBy(rows.filter(takesSpot), (row) => row.cohort_id)) {
      await countSpots(transaction, cohort, -some.length)
    }
  },
}
