import { sql, type Transaction } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** The tables whose rows can be locked: those with an id and `updated_at`. */
export type LockableTable = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown; updated_at: unknown }
    ? Table
    : never
}[keyof Tables]

/**
 * Locks a row until the transaction ends, so that a read-modify-write can't overwrite a concurrent change. An update
 * that changes nothing would lock it as well, but PostgreSQL checks the foreign keys of a row that it then writes
 * again, and waits for a transaction that deletes a row it refers to. On SQLite the transaction has the only lock.
 * @returns whether the row exists
 */
export async function lockRow(
  transaction: Transaction<Tables>,
  table: LockableTable | 'comment_decisions',
  id: number | string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom(table as 'cohorts')
    .select('id')
    .where('id', '=', id as number)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks rows, which may be deleted then, in the order of their ids: whoever locks several takes them in that order, so
 * that no two transactions wait for each other.
 * @returns the ids of those that exist
 */
export async function lockRows(
  transaction: Transaction<Tables>,
  table: 'articles' | 'cohorts' | 'outbox' | 'trash',
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Waits for those who write to tables, and keeps others from it until the transaction ends. On SQLite it has the only
 * lock.
 * @throws after `waitMsMax`, as `isLockedOut` tells
 */
export async function lockTables(
  transaction: Database,
  tables: readonly (keyof Tables)[],
  waitMsMax: number,
) {
  if (isSqlite(transaction)) return
  await sql`set local lock_timeout = ${sql.lit(waitMsMax)}`.execute(transaction)
  const names = tables.map((table) => sql.table(table))
  await sql`lock table ${sql.join(names)} in share mode`.execute(transaction)
}

/**
 * Keeps users from being deleted until the transaction ends. Call it before rows that name users are locked: a deletion
 * locks its user before these rows.
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
