import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { type BatchChange, lockBatch, recordBatch } from '#database/batches.ts'
import type { Tables } from '#database/tables.ts'
import { writeAudit } from '../security/audit-log.ts'
import type { RequestContext } from './context.ts'
import { editRowWithin, type RowEdit } from './edit-row.ts'
import { notFound } from './errors.ts'
import { requireViewer } from './procedures.ts'
import type { VersionedRow } from './refuse-stale.ts'
import type { BatchWindow } from './stream-batch.ts'

type EachOutcome = Omit<BatchWindow, 'batch'> & { changes: BatchChange[] }

/**
 * Edits several rows. Those that have changed since they were seen fail, and don't keep the others.
 * @param subject a row in a message: 'This talent'
 * @param edits by ids, each once
 * @param stateOf what the batch changes of a row, such as its status; a row that has it already is no change
 */
export async function editEach<Row extends VersionedRow, Changes extends object>(
  transaction: Transaction<Tables>,
  context: RequestContext,
  subject: string,
  edits: readonly (RowEdit<Row, Changes> & { id: number })[],
  stateOf: (row: Row) => string,
): Promise<EachOutcome> {
  const outcome: EachOutcome = { succeeded: [], failed: [], changes: [] }
  // Always in the same order, so that two batches can't wait for each other.
  for (const edit of edits.toSorted((a, b) => a.id - b.id)) {
    const { id } = edit
    try {
      const row = await editRowWithin(transaction, context, {
        ...edit,
        async write(within, after, version, before) {
          const from = stateOf(before)
          if (from === stateOf(after as unknown as Row)) return
          await edit.write(within, after, version, before)
          outcome.changes.push({ id, from, version })
        },
      })
      if (row) outcome.succeeded.push(id)
      else outcome.failed.push({ id, error: notFound(subject) })
    } catch (error) {
      if (!(error instanceof ORPCError && error.status === 409)) throw error
      outcome.failed.push({ id, error })
    }
  }
  return outcome
}

type BatchOfEdits = {
  /** What kind of rows: one of `batchTargets`. */
  target: string
  /** What the rows have afterwards. */
  to: string
  /** The batch that this one goes on with; null begins one. */
  batch: number | null
  /** What the line of the audit log says besides the ids. */
  details: object
  run: (transaction: Transaction<Tables>) => Promise<EachOutcome>
}

/**
 * Runs a batch that can be undone in one transaction, with its line of the audit log.
 * @throws 404 when there is no such batch to go on with
 */
export function runBatchOfEdits(
  context: RequestContext,
  { target, to, batch, details, run }: BatchOfEdits,
): Promise<BatchWindow> {
  return context.database.transaction().execute(async (transaction) => {
    const start = { target, to, by: requireViewer(context), at: context.now().toISOString() }
    if (batch !== null && !(await lockBatch(transaction, batch, start))) {
      throw notFound('This batch')
    }
    const { changes, ...outcome } = await run(transaction)
    if (outcome.succeeded.length > 0) {
      const line = { ...details, ids: outcome.succeeded }
      await writeAudit(transaction, context, { action: 'batch', target, id: null, details: line })
    }
    return { ...outcome, batch: await recordBatch(transaction, batch, start, changes) }
  })
}
