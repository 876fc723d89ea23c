import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The tables whose rows can be locked: those with an id and `updated_at`. */
export type LockableTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; updated_at: unknown }
    ? Table
    : never
}[keyof Tables]

/**
 * Locks a row until the transaction ends, so that a read-modify-write can't overwrite a concurrent change. An update
 * that changes nothing takes the lock on either engine.
 * @returns whether the row exists
 */
export async function lockRow(
  transaction: Transaction<Tables>,
  table: LockableTable,
  id: number | string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable(table as 'cohorts')
    .set((set) => ({ updated_at: set.ref('updated_at') }))
    .where('id', '=', id as number)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Keeps users from being deleted until the transaction ends. Comes before the locks of rows that name users: who is
 * deleted is locked before these rows are.
 * @returns the ids of those who exist
 */
export async function keepUsers(
  transaction: Transaction<Tables>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const users = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(users.map(({ id }) => id))
}
