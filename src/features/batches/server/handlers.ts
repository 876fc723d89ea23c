import type { Transaction } from 'kysely'
import { findOpenChanges, markUndone } from '#database/batches.ts'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { type BatchPart, streamBatch } from '#platform/rows/stream-batch.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { formatDateTime } from '#shared/format.ts'
import { type Batch, batchesContract } from '../contract.ts'
import { type BatchTarget, batchTargets } from '../validation.ts'
import { findBatch, findBatchChanges, findBatches, type Unlabelled } from './queries.ts'

const procedures = implementContract(batchesContract)

/** @param rows by kind; features know nothing of each other */
export function batchesHandlers(rows: Record<BatchTarget, BatchRows>) {
  const isAllowed = (context: RequestContext, target: BatchTarget) =>
    rows[target].access.includes(requireViewer(context).role)

  /** @throws 404 when there is no such batch, or the role does not manage its rows */
  async function getBatch(context: RequestContext, id: number) {
    const batch = await findBatch(context.database, id)
    if (!batch || !isAllowed(context, batch.target)) throw notFound('This batch')
    return withLabels(context.database, batch)
  }

  async function labelsOf(database: Database, target: BatchTarget, values: readonly string[]) {
    const labelOf = await rows[target].findLabels?.(database, values)
    return labelOf ? Object.fromEntries(values.map((value) => [value, labelOf(value)])) : {}
  }

  const withLabels = async (database: Database, batch: Unlabelled): Promise<Batch> => ({
    ...batch,
    labels: await labelsOf(database, batch.target, [
      batch.to_status,
      ...Object.keys(batch.from_counts),
    ]),
  })

  return procedures.router({
    list: procedures.list.handler(async ({ input, context }) => {
      const allowed = batchTargets.filter((target) => isAllowed(context, target))
      const targets = allowed.filter((target) => input.target?.includes(target) ?? true)
      if (targets.length === 0)
        return { results: [], total_items: 0, total_pages: 0, current_page: 1 }
      const page = await findBatches(context.database, targets, input)
      const results = page.results.map((batch) => withLabels(context.database, batch))
      return { ...page, results: await Promise.all(results) }
    }),

    get: procedures.get.handler(({ input, context }) => getBatch(context, input.id)),

    changes: procedures.changes.handler(async ({ input, context }) => {
      const { database } = context
      const { target } = await getBatch(context, input.id)
      const page = await findBatchChanges(database, input.id, input)
      const names = await rows[target].findNames(
        database,
        page.results.map(({ id }) => id),
      )
      const results = page.results.map(({ undone_at, ...change }) => ({
        ...change,
        name: names.get(change.id) ?? '',
        is_undone: undone_at !== null,
      }))
      const values = page.results.map(({ from_status }) => from_status)
      return { ...page, results, labels: await labelsOf(database, target, values) }
    }),

    undo: procedures.undo.handler(async ({ input, context }) => {
      const batch = await getBatch(context, input.id)
      if (batch.undone >= batch.changed)
        throw conflict(`${batch.undone_by} has undone this already.`)
      if (context.now().getTime() > Date.parse(batch.ends_at)) {
        throw conflict(`This could be undone until ${formatDateTime(batch.ends_at)}.`)
      }
      const kind = rows[batch.target]
      const left = batch.changed - batch.undone
      return streamBatch(context, left, undoSteps(context, batch, kind), (ids) =>
        kind.findNames(context.database, ids),
      )
    }),
  })
}

const windowSize = 500

/** Undoes a batch in short transactions, each with its line of the audit log. */
async function* undoSteps(
  context: RequestContext,
  { id: batch, target, to_status }: Batch,
  { restore, tags }: BatchRows,
): AsyncGenerator<BatchPart> {
  const { name } = requireViewer(context)
  let after = 0
  for (;;) {
    const undo = async (transaction: Transaction<Tables>) => {
      // Whoever undoes the same batch at the same time waits, and finds less to undo.
      await lockRow(transaction, 'batches', batch)
      const changes = await findOpenChanges(transaction, batch, after, windowSize)
      if (changes.length === 0) return null
      const outcome = await restore(transaction, context, to_status, changes)
      const { succeeded: ids } = outcome
      await markUndone(transaction, batch, ids, { name, at: context.now().toISOString() })
      await auditBatch(context, target, { action: 'undo', batch })(transaction, outcome)
      return { outcome: { ...outcome, batch }, last: changes.at(-1)?.id ?? after }
    }
    const step = await retryAfterDeadlock(() => context.database.transaction().execute(undo))
    if (!step) return
    after = step.last
    context.tagVersions.invalidate(['Batch', ...tags])
    yield step.outcome
  }
}
