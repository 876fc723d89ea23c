import { sql, type Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { conflictOf, movedMeanwhile, notFound } from '#platform/http/errors.ts'
import type { Retained } from '#platform/retention/old-rows.ts'
import { trashKind } from '#platform/trash/discard.ts'
import { localDay } from '#shared/company.ts'
import { fullName } from '#shared/full-name.ts'
import { rowKinds } from '#shared/row-kinds.ts'
import { countSpots, lockCohortsOf } from './lock-cohorts.ts'
import { recountScores } from './recount-scores.ts'
import { takesSpot } from './spots.ts'

export const applicationTrash = trashKind({
  name: 'application',
  table: 'applications',
  titleOf: fullName,
  wordsOf: ({ email }) => email,
  unique: [
    {
      columns: ['cohort_id', 'email_key'],
      taken: {
        email: ['They have applied to this cohort again. Delete that application first.'],
      },
    },
  ],
  parents: {
    cohort_id: { cohort: ['Its cohort was deleted. Restore that first.'] },
    tech_stack_id: { tech_stack: ['Its tech stack was deleted. Restore that first.'] },
  },
  async beforeRestore(transaction, application) {
    const { cohort_id } = application
    if (!(await lockRow(transaction, 'cohorts', cohort_id)) || !takesSpot(application)) return
    const { name, capacity, registered } = await transaction
      .selectFrom('cohorts')
      .select(['name', 'capacity', 'registered'])
      .where('id', '=', cohort_id)
      .executeTakeFirstOrThrow()
    if (registered >= capacity) {
      throw conflictOf({ cohort: [`${name} has filled up since. Raise its limit first.`] })
    }
    await countSpots(transaction, cohort_id, 1)
  },
  // The criteria may be others by now.
  async afterRestore(transaction, { id }) {
    await recountScores(transaction, [id])
    return []
  },
})

/** Releases the spot of an application that is about to be deleted. @throws 404 */
export async function releaseSpot(transaction: Transaction<Tables>, id: number) {
  const cohorts = await lockCohortsOf(transaction, [id])
  const application = await transaction
    .selectFrom('applications')
    .select(['cohort_id', 'status', 'waiting_since'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('This application')
  if (!cohorts.has(application.cohort_id)) throw movedMeanwhile()
  if (takesSpot(application)) await countSpots(transaction, application.cohort_id, -1)
}

/** Applications to cohorts that ended long ago, which nobody has changed since then. */
export const oldApplications: Retained = {
  table: 'applications',
  // As when staff delete one: its interview goes with it.
  tags: rowKinds.application.tags,
  hasResume: true,
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
