import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { TrashKind } from '#platform/trash/discard.ts'
import type { RowKindName } from '#shared/row-kinds.ts'
import { restoreSeats } from './restore-seats.ts'

/** The row of an interview in the trash. */
type Row = { slot_id: number | null; seat: number | null }

/**
 * Lets rows come back from the trash with the seats that they had, or with others of the same times, where any is free.
 * @param kind of rows whose interviews are deleted with them, and whose cohort it locks
 */
export const keepingSeats = <Name extends RowKindName>(kind: TrashKind<Name>): TrashKind<Name> => ({
  ...kind,
  async beforeRestore(transaction, row, context, snapshot) {
    await kind.beforeRestore?.(transaction, row, context, snapshot)
    // Deleted before seats were freed with it: others may have the seat by now.
    for (const { row: interview } of snapshot.rows.filter(({ table }) => table === 'interviews')) {
      const { slot_id, seat } = interview as Row
      if (slot_id === null || (await hasBegun(transaction, context, slot_id))) continue
      const freed = { freed_slot_id: slot_id, freed_seat: seat, freed_email_id: null }
      Object.assign(interview, { slot_id: null, seat: null, booked_at: null, ...freed })
    }
  },
  async afterRestore(transaction, row, context) {
    const { id } = row as { id: number }
    const notices = await kind.afterRestore?.(transaction, row, context)
    return [...(notices ?? []), ...(await restoreSeats(transaction, context, [id]))]
  },
})

async function hasBegun(
  transaction: Transaction<Tables>,
  { now }: RequestContext,
  slot: number,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('interview_slots')
    .select('starts_at')
    .where('id', '=', slot)
    .executeTakeFirst()
  return row !== undefined && row.starts_at <= now().toISOString()
}
