import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import type { CohortToIssue } from '../issue-contract.ts'
import { hasEnded } from './issue-cohort.ts'

/** All cohorts: first those that have ended and wait for certificates, then the other ended ones, the latest first. */
export async function findCohortsToIssue({
  database,
  now,
}: Pick<RequestContext, 'database' | 'now'>): Promise<CohortToIssue[]> {
  const cohorts = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'end_day as end'])
    .orderBy('end_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const waiting = await countWaiting(database, localDay(now()))
  const found = cohorts.map((cohort) => ({
    ...cohort,
    has_ended: hasEnded(cohort.end, now()),
    waiting: waiting.get(cohort.id) ?? 0,
  }))
  const rankOf = ({ has_ended, waiting }: CohortToIssue) => (waiting > 0 ? 0 : has_ended ? 1 : 2)
  return found.sort((one, other) => rankOf(one) - rankOf(other))
}

/**
 * Those accepted in cohorts that have ended by a day who have no valid certificate, as `findCandidates` says, by
 * cohort. Each cohort is counted by itself, so that others have their turn on SQLite.
 */
async function countWaiting(database: Database, today: string) {
  const withAccepted = await database
    .selectFrom('application_counts')
    .innerJoin('cohorts', 'cohorts.id', 'cohort_id')
    .select('cohorts.id')
    .distinct()
    .where('application_counts.status', '=', 'ACCEPTED')
    .where('total', '>', 0)
    .where('end_day', '<=', today)
    .execute()
  const waiting = new Map<number, number>()
  for (const { id } of withAccepted) {
    waiting.set(id, await countWaitingIn(database, id))
    await nextTurn()
  }
  return waiting
}

async function countWaitingIn(database: Database, cohort: number) {
  const { waiting } = await database
    .selectFrom('applications')
    .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('applications.status', '=', 'ACCEPTED')
    .where('cohorts.id', '=', cohort)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('certificates')
            .select('certificates.id')
            .where(
              'holder_key',
              '=',
              sql<string>`applications.email_key || ' ' || cohorts.name_key`,
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('certificates')
            .select('certificates.id')
            .whereRef('application_id', '=', 'applications.id')
            .where('revoked_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return waiting
}
