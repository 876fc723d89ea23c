import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { findEditsSince, recordEdit } from '#database/edits.ts'
import { type LockableTable, lockRow } from '#database/lock-row.ts'
import type { AuditTarget } from '#database/row-names.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { requireViewer } from '../http/procedures.ts'
import { type AuditEntry, writeAudit } from '../security/audit-log.ts'
import { omitUndefined } from '../text/omit-undefined.ts'
import { isStale, staleEdit, type VersionedRow } from './stale-edits.ts'

/** A row with changes; those that are undefined keep what the row has. */
type Merged<Row, Changes> = Omit<Row, keyof Changes> & {
  [Field in keyof Changes & keyof Row]-?: Row[Field] | Exclude<Changes[Field], undefined>
} & { [Field in Exclude<keyof Changes, keyof Row>]: Changes[Field] }

export type RowEdit<Row extends VersionedRow, Changes extends object> = {
  table: LockableTable
  id: number | string
  /** The `updated_at` that the editor saw; undefined where the caller doesn't mind. */
  expected?: string
  changes: Changes | ((before: Row) => Changes)
  /**
   * The line of the audit log, where `write` has none of its own: by default it tells of a change of the fields that
   * are another than before. What changes nothing leaves no line.
   */
  audit?: { target: AuditTarget } & Partial<Pick<AuditEntry, 'action' | 'details'>>
  /** What is kept of the row as it was, where a batch asks how it was at a moment. */
  remember?: (before: Row) => object
  /** Finds the row as the wire has it. */
  find: (transaction: Transaction<Tables>) => Promise<Row | null>
  /** @param version the `updated_at` to write */
  write: (
    transaction: Transaction<Tables>,
    after: Merged<Row, Changes>,
    version: string,
    before: Row,
  ) => Promise<unknown>
}

type Editor = Pick<RequestContext, 'database' | 'now' | 'viewer' | 'hasInvalidToken' | 'clientIp'>

/**
 * Merges changes into a row as it is now. Everything that reads, merges and writes a row goes through here: the row is
 * locked from the reading on, so that no two changes at once lose one.
 * @param subject the row in a message: 'This event'
 * @returns the row after the change
 * @throws 404; 409 when the row has changed since the editor read it
 */
export async function editRow<Row extends VersionedRow, Changes extends object>(
  context: Editor,
  subject: string,
  edit: RowEdit<Row, Changes>,
): Promise<Row> {
  const row = await context.database
    .transaction()
    .execute((transaction) => editRowWithin(transaction, context, edit))
  if (!row) throw notFound(subject)
  return row
}

/** The same within a transaction that does more. @returns null when there is no such row */
export async function editRowWithin<Row extends VersionedRow, Changes extends object>(
  transaction: Transaction<Tables>,
  context: Omit<Editor, 'database'>,
  { table, id, expected, find, write, remember, audit, ...edit }: RowEdit<Row, Changes>,
): Promise<Row | null> {
  await lockRow(transaction, table, id)
  const before = await find(transaction)
  if (!before) return null
  if (expected !== undefined && isStale(before, expected)) {
    throw staleEdit(before, await findEditsSince(transaction, table, id, expected))
  }
  const changes = omitUndefined(
    typeof edit.changes === 'function' ? edit.changes(before) : edit.changes,
  )
  const version = nextVersion(before.updated_at, context.now())
  const merged = { ...before, ...changes } as Merged<Row, Changes>
  await write(transaction, merged, version, before)
  const after = await find(transaction)
  const by = requireViewer(context)
  const fields = Object.keys(changes).filter((field) => hasChanged(field, before, after))
  const kept = remember && { before: remember(before) }
  await recordEdit(transaction, table, id, { version, by, fields, ...kept })
  if (audit && fields.length > 0) {
    const line = { action: 'changed', id, details: { fields }, ...audit } as const
    await writeAudit(transaction, context, line)
  }
  return after
}

/** A field that the wire doesn't show, such as a password, counts as changed. */
function hasChanged(field: string, before: object, after: object | null) {
  const [one, other] = [before, after ?? {}] as Record<string, unknown>[]
  return !(field in before) || !isDeepStrictEqual(one?.[field], other?.[field])
}
