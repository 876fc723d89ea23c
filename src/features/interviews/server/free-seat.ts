import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * Finds a free seat of a slot whose cohort is locked.
 * @param former the one that is wanted, if it is free
 * @returns it, or else the lowest; null where none is free, or the slot is gone
 */
export async function findFreeSeat(
  transaction: Transaction<Tables>,
  slot: number,
  former: number | null = null,
): Promise<number | null> {
  const row = await transaction
    .selectFrom('interview_slots')
    .select('capacity')
    .where('id', '=', slot)
    .executeTakeFirst()
  const rows = await transaction
    .selectFrom('interviews')
    .select('seat')
    .where('slot_id', '=', slot)
    .execute()
  const taken = new Set(rows.map(({ seat }) => seat))
  const capacity = row?.capacity ?? 0
  // The capacity may have been lowered below the number of a seat, so the count decides, too.
  if (taken.size >= capacity) return null
  const seats = Array.from({ length: capacity }, (_, index) => index + 1)
  return [former, ...seats].find((seat) => seat !== null && !taken.has(seat)) ?? null
}
