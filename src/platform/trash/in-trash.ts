import type { Selectable, Transaction } from 'kysely'
import { lockRows } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { parseSnapshot, type Snapshot } from '#database/row-snapshots.ts'
import { hasLiteral } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RowKindName } from '#shared/row-kinds.ts'
import { withoutAnswer } from '../text/answer-words.ts'

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
 * @returns the row, or null if it wasn't there
 */
export async function purgeFromTrash<Table extends keyof Tables>(
  transaction: Transaction<Tables>,
  place: Place<Table>,
  isOwn: (row: Selectable<Tables[Table]>) => boolean,
) {
  const seen = await findInTrash(transaction, place)
  if (!seen || !isOwn(seen.row)) return null
  await lockRows(transaction, 'trash', [seen.id])
  // Somebody may have restored it, or taken another row out of the same entry, while the lock was waited for.
  const entry = await findInTrash(transaction, place)
  if (entry?.id !== seen.id) return null
  if (entry.found === entry.snapshot.rows[0]) {
    await transaction.deleteFrom('trash').where('id', '=', entry.id).execute()
  } else await cutFromEntry(transaction, entry, [entry.found])
  return entry.row
}

/** Takes rows out of an entry, which is locked, but not the one that was deleted itself. */
export async function cutFromEntry(
  transaction: Transaction<Tables>,
  { id, snapshot }: { id: number; snapshot: Snapshot },
  rows: readonly TableRow[],
) {
  const left = without(snapshot, rows)
  await transaction
    .updateTable('trash')
    .set({ snapshot: JSON.stringify(left), dependents: left.rows.length - 1 })
    .where('id', '=', id)
    .execute()
}

type TableRow = Snapshot['rows'][number]

/** An event counts who registered for it, a message is searched by its answers. */
function without({ rows, links }: Snapshot, gone: readonly TableRow[]): Snapshot {
  const registrations = gone.filter(({ table }) => table === 'event_registrations')
  const cut = new Set(gone)
  const left = rows.filter((one) => !cut.has(one))
  const [top] = left
  if (top?.table === 'events') {
    top.row.registered = Number(top.row.registered) - registrations.length
    top.row.arrived =
      Number(top.row.arrived) - registrations.filter(({ row }) => row.checked_in_at).length
  }
  if (top?.table === 'contact_messages') {
    for (const { table, row } of gone) {
      if (table !== 'contact_answers' || row.is_automatic) continue
      top.row.search_text = withoutAnswer(String(top.row.search_text), String(row.text))
    }
  }
  return { rows: left, links }
}
