import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

type Seats = { capacity: number; taken: Set<number> }

/** The seats of some slots whose cohorts are locked, by the slots' ids. */
export async function findSeats(
  transaction: Transaction<Tables>,
  slots: readonly number[],
): Promise<Map<number, Seats>> {
  if (slots.length === 0) return new Map()
  const capacities = await transaction
    .selectFrom('interview_slots')
    .select(['id', 'capacity'])
    .where('id', 'in', slots)
    .execute()
  const rows = await transaction
    .selectFrom('interviews')
    .select(['slot_id', 'seat'])
    .where('slot_id', 'in', slots)
    .execute()
  const taken = Map.groupBy(rows, ({ slot_id }) => slot_id)
  return new Map(
    capacities.map(({ id, capacity }) => [
      id,
      { capacity, taken: new Set(taken.get(id)?.flatMap(({ seat }) => seat ?? [])) },
    ]),
  )
}

/**
 * Finds a free seat.
 * @param former the one that is wanted, if it is free
 * @returns it, or else the lowest; null where none is free
 */
export function freeSeatOf({ capacity, taken }: Seats, former: number | null = null) {
  // The capacity may have been lowered below the number of a seat, so the count decides, too.
  if (taken.size >= capacity) return null
  const seats = Array.from({ length: capacity }, (_, index) => index + 1)
  return [former, ...seats].find((seat) => seat !== null && !taken.has(seat)) ?? null
}

/** The lowest free seat of a slot whose cohort is locked; null where none is free, or the slot is gone. */
export async function findFreeSeat(transaction: Transaction<Tables>, slot: number) {
  const seats = (await findSeats(transaction, [slot])).get(slot)
  return seats ? freeSeatOf(seats) : null
}
