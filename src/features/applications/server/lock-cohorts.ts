import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

export type LockedCohort = {
  id: number
  name: string
  capacity: number
  registered: number
  /** As it is stored. */
  registered_before: number
}

/**
 * Locks the cohorts of some applications. Whatever changes a status, moves, assigns or deletes an application does so
 * first, and a submission takes its spot first, so that no two of them can wait for each other. Those that change
 * several then lock them by their ids, as the deletion of a user does, who takes care of them.
 * @param others cohorts to lock as well, such as where they are moved to
 */
export async function lockCohortsOf(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  others: readonly number[] = [],
): Promise<Map<number, LockedCohort>> {
  const rows = await transaction
    .selectFrom('applications')
    .select('cohort_id as id')
    .distinct()
    .where('id', 'in', ids)
    .execute()
  const cohortIds = [...new Set([...rows.map(({ id }) => id), ...others])]
  if (cohortIds.length === 0) return new Map()
  // PostgreSQL locks them in this order, and gives them as they are once they are locked.
  const cohorts = await transaction
    .selectFrom('cohorts')
    .select(['id', 'name', 'capacity', 'registered', 'registered as registered_before'])
    .where('id', 'in', cohortIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(cohorts.map((cohort) => [cohort.id, cohort]))
}

/** Stores how many spots of locked cohorts are taken now, where that has changed. */
export async function storeSpots(
  transaction: Transaction<Tables>,
  cohorts: Iterable<LockedCohort>,
) {
  for (const { id, registered, registered_before } of cohorts) {
    if (registered === registered_before) continue
    await transaction.updateTable('cohorts').set({ registered }).where('id', '=', id).execute()
  }
}

/** Takes or releases a spot of a cohort that this transaction has locked. */
export const countSpots = (transaction: Transaction<Tables>, cohortId: number, change: number) =>
  transaction
    .updateTable('cohorts')
    .set((set) => ({ registered: set('registered', '+', change) }))
    .where('id', '=', cohortId)
    .execute()
