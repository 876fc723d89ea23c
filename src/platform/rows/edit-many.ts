import type { Transaction } from 'kysely'
import { type BatchChange, lockBatch, recordBatch } from '#database/batches.ts'
import { findEditsOf } from '#database/edits.ts'
import type { LockableTable } from '#database/lock-row.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { requireViewer } from '../http/procedures.ts'
import { isStale, staleEdit, type VersionedRow } from './stale-edits.ts'
import type { AuditPart, BatchPart } from './stream-batch.ts'

type Row = VersionedRow & { id: number }

type Edits<Found> = {
  table: LockableTable
  /** A row in a message: 'This talent'. */
  subject: string
  /** Those that were asked for, each with the `updated_at` that the editor saw, if they mind. */
  wanted: readonly { id: number; expected?: string }[]
  /** Those of them that exist, locked in the order of their ids, so that two batches can't wait for each other. */
  rows: readonly Found[]
}

/**
 * Tells rows that may be edited together from those that are gone or have changed since they were seen: these fail,
 * and don't keep the others. However many there are, it takes a statement at most: SQLite has one writer.
 * @returns fresh: in the order that was asked for; version: the `updated_at` for all that are written
 */
export async function separateStale<Found extends Row>(
  transaction: Transaction<Tables>,
  { now }: Pick<RequestContext, 'now'>,
  { table, subject, wanted, rows }: Edits<Found>,
) {
  const expected = new Map(wanted.map((one) => [one.id, one.expected]))
  const found = new Map(rows.map((row) => [row.id, row]))
  const asWanted = [...expected.keys()].flatMap((id) => found.get(id) ?? [])
  const { stale = [], fresh = [] } = Object.groupBy(asWanted, (row) =>
    isStale(row, expected.get(row.id)) ? 'stale' : 'fresh',
  )
  const editsOf = await findEditsOf(
    transaction,
    table,
    stale.map(({ id }) => ({ id, version: expected.get(id) as string })),
  )
  const failed = [
    ...stale.map((row) => ({ id: row.id, error: staleEdit(row, editsOf.get(row.id) ?? []) })),
    ...[...expected.keys()]
      .filter((id) => !found.has(id))
      .map((id) => ({ id, error: notFound(subject) })),
  ]
  return { fresh, failed, version: nextVersionOfAll(fresh, now()) }
}

type BatchOfEdits = {
  /** What kind of rows: one of `batchTargets`. */
  target: string
  /** What the rows have afterwards. */
  to: string
  /** The batch that this one goes on with; null begins one. */
  batch: number | null
  /** Notes it in the audit log: in a line of its own (`auditBatch`), or in that of several parts. */
  audit: AuditPart
  /** Keeps nothing outside of the transaction: it may be run again. */
  run: (
    transaction: Transaction<Tables>,
  ) => Promise<Omit<BatchPart, 'batch'> & { changes: BatchChange[] }>
}

/**
 * Runs a batch that can be undone in one transaction, with its line of the audit log. It is run again after a deadlock.
 * @throws 404 when there is no such batch to go on with
 */
export function runBatchOfEdits(
  context: RequestContext,
  { target, to, batch, audit, run }: BatchOfEdits,
): Promise<BatchPart> {
  const inTransaction = async (transaction: Transaction<Tables>) => {
    const start = { target, to, by: requireViewer(context), at: context.now().toISOString() }
    if (batch !== null && !(await lockBatch(transaction, batch, start))) {
      throw notFound('This batch')
    }
    const { changes, ...outcome } = await run(transaction)
    await audit(transaction, outcome)
    return { ...outcome, batch: await recordBatch(transaction, batch, start, changes) }
  }
  return retryAfterDeadlock(() => context.database.transaction().execute(inTransaction))
}
