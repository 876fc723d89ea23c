import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The tables whose rows staff put in order, with the column of the place. */
const placeColumns = {
  tech_stacks: 'position',
  team_members: 'place',
  testimonials: 'place',
} as const

export type OrderedTable = keyof typeof placeColumns

/** Locks the rows of a table, so that two orders at once can't mix. Comes before anything is read of them. */
async function lockPlaces(transaction: Transaction<Tables>, table: OrderedTable) {
  const rows = await transaction
    .selectFrom(table as 'team_members')
    .select(['id', `${placeColumns[table] as 'place'} as place`])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map<number | string, number>(rows.map(({ id, place }) => [id, place]))
}

/**
 * Puts rows in a new order. Their versions stay: a form that is open on one of them is not stale.
 * @param findOrder finds the ids in the order that they have now
 * @param ids the first of these, in their new order
 * @returns false, without a change, unless they are exactly the first of these
 */
export async function reorderRows<Id extends number | string>(
  transaction: Transaction<Tables>,
  table: OrderedTable,
  findOrder: (transaction: Transaction<Tables>) => Promise<Id[]>,
  ids: readonly Id[],
): Promise<boolean> {
  const places = await lockPlaces(transaction, table)
  const known = await findOrder(transaction)
  const expected = new Set(known.slice(0, ids.length))
  if (expected.size !== ids.length || !ids.every((id) => expected.delete(id))) return false
  for (const [place, id] of [...ids, ...known.slice(ids.length)].entries()) {
    if (places.get(id) === place) continue
    await transaction
      .updateTable(table as 'team_members')
      .set({ [placeColumns[table]]: place })
      .where('id', '=', id as number)
      .execute()
  }
  return true
}
