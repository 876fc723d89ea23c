import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The tables whose rows staff put in order, with the column of the place. */
const placeColumns = {
  tech_stacks: 'position',
  team_members: 'place',
  testimonials: 'place',
} as const

export type OrderedTable = keyof typeof placeColumns

/**
 * Puts rows in a new order. Their versions stay: a form that is open on one of them is not stale.
 * @param known the ids in the order that they have now
 * @param ids the first of these, in their new order
 * @returns false, without a change, unless they are exactly the first of these
 */
export async function reorderRows<Id extends number | string>(
  transaction: Transaction<Tables>,
  table: OrderedTable,
  known: readonly Id[],
  ids: readonly Id[],
): Promise<boolean> {
  const expected = new Set(known.slice(0, ids.length))
  if (expected.size !== ids.length || !ids.every((id) => expected.delete(id))) return false
  const places = [...ids, ...known.slice(ids.length)].entries()
  // In the order of their ids, so that two orders at once can't wait for each other.
  for (const [place, id] of [...places].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    await transaction
      .updateTable(table as 'team_members')
      .set({ [placeColumns[table]]: place })
      .where('id', '=', id as number)
      .execute()
  }
  return true
}
