import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { TrashKind } from '#platform/trash/discard.ts'
import { findFreeSeat } from './free-seat.ts'
import { lockCohorts } from './history.ts'

/** The row of an interview in the trash. */
type Row = { slot_id: number | null; seat: number | null; booked_at: string | null }

/**
 * Lets rows come back from the trash with their interviews: to the seats that they had, to others of the same times, or
 * without a time where all seats are taken, or the time was cancelled.
 * @param kind of rows whose interviews are deleted with them
 */
export const keepingSeats = <Name extends string>(kind: TrashKind<Name>): TrashKind<Name> => ({
  ...kind,
  tags: [...kind.tags, 'Interview'],
  async beforeRestore(transaction, row, context, snapshot) {
    const interviews = snapshot.rows
      .filter(({ table }) => table === 'interviews')
      .map((one) => one.row as Row)
    const { cohort_id } = row as { cohort_id: number }
    const slots = await findSlotCohorts(transaction, interviews)
    await lockCohorts(transaction, [cohort_id, ...slots])
    await kind.beforeRestore?.(transaction, row, context, snapshot)
    for (const interview of interviews) {
      const seat = await findFreeSeat(transaction, interview.slot_id ?? 0, interview.seat)
      const none = { slot_id: null, seat: null, booked_at: null, outcome: '' }
      Object.assign(interview, seat === null ? none : { seat })
    }
  },
})

/** The cohorts of the times of some interviews: whoever was moved since has kept theirs. */
async function findSlotCohorts(transaction: Transaction<Tables>, interviews: readonly Row[]) {
  const ids = interviews.flatMap(({ slot_id }) => slot_id ?? [])
  if (ids.length === 0) return []
  const slots = transaction.selectFrom('interview_slots').select('cohort_id').where('id', 'in', ids)
  return (await slots.execute()).map((slot) => slot.cohort_id)
}
