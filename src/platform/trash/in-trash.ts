import type { Selectable, Transaction } from 'kysely'
import { lockRows } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { parseSnapshot } from '#database/row-snapshots.ts'
import { hasLiteral } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RowKindName } from '#shared/row-kinds.ts'

type Place<Table extends keyof Tables> = {
  table: Table
  id: number
  /** The kinds of deleted rows that it may lie in: its own, and those of what it belongs to. */
  kinds: readonly RowKindName[]
}

/** Finds a row that was deleted, itself or with what it belonged to. */
export async function findInTrash<Table extends keyof Tables>(
  database: Database,
  { table, id, kinds }: Place<Table>,
) {
  const entries = await database
    .selectFrom('trash')
    .select(['id', 'snapshot'])
    .where('kind', 'in', kinds)
    .where(hasLiteral('snapshot', `"id":${id},`))
    .orderBy('id')
    .execute()
  for (const entry of entries) {
    const snapshot = parseSnapshot(entry.snapshot)
    const found = snapshot?.rows.find((one) => one.table === table && one.row.id === id)
    if (snapshot && found) {
      return { id: entry.id, snapshot, found, row: found.row as Selectable<Tables[Table]> }
    }
  }
  return null
}

/**
 * Deletes a row from the trash for good, so that nobody restores what its owner has ended.
 * @param isOwn whether it is theirs
 * @param cut changes the row that it was deleted with, which counts it
 * @returns the row, or null if it wasn't there
 */
export async function purgeFromTrash<Table extends keyof Tables>(
  transaction: Transaction<Tables>,
  place: Place<Table>,
  isOwn: (row: Selectable<Tables[Table]>) => boolean,
  cut: (top: Record<string, unknown>, row: Selectable<Tables[Table]>) => void = () => {},
) {
  const seen = await findInTrash(transaction, place)
  if (!seen || !isOwn(seen.row)) return null
  await lockRows(transaction, 'trash', [seen.id])
  // Somebody may have restored it, or taken another row out of the same entry, while the lock was waited for.
  const entry = await findInTrash(transaction, place)
  if (entry?.id !== seen.id) return null
  const [top, ...others] = entry.snapshot.rows
  if (!top || top === entry.found) {
    await transaction.deleteFrom('trash').where('id', '=', entry.id).execute()
    return entry.row
  }
  cut(top.row, entry.row)
  const rows = [top, ...others.filter((one) => one !== entry.found)]
  const snapshot = JSON.stringify({ ...entry.snapshot, rows })
  await transaction
    .updateTable('trash')
    .set({ snapshot, dependents: rows.length - 1 })
    .where('id', '=', entry.id)
    .execute()
  return entry.row
}
