import type { Transaction } from 'kysely'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { type BatchPart, streamBatch } from '#platform/rows/stream-batch.ts'
import type { BatchEvent } from '#shared/procedure.ts'
import type { DecisionProgress } from '../moderation-contract.ts'
import type { DecisionOutcome } from './decide.ts'
import { commentsTag } from './queries.ts'
import { findCommentNames } from './staff-queries.ts'

/** How many comments one transaction changes: a batch holds up no other request for long. */
export const windowSize = 200

type Work<Item, Outcome extends DecisionOutcome> = {
  /** The items of the next window; none at the end. */
  next: (transaction: Transaction<Tables>) => Promise<Item[]>
  run: (transaction: Transaction<Tables>, items: Item[]) => Promise<Outcome>
  /** Remembers what was done. The two above don't: after a deadlock they are called again. */
  onStored: (items: Item[], outcome: Outcome) => void
}

/** Changes many comments in short transactions. @returns the progress after each */
export const inWindows = <Item, Outcome extends DecisionOutcome>(
  context: RequestContext,
  total: number,
  work: Work<Item, Outcome>,
) =>
  asDecision(
    streamBatch(context, total, runWindows(context, work), (ids) =>
      findCommentNames(context.database, ids),
    ),
  )

async function* runWindows<Item, Outcome extends DecisionOutcome>(
  { database, tagVersions }: RequestContext,
  { next, run, onStored }: Work<Item, Outcome>,
): AsyncGenerator<BatchPart> {
  const runNext = async (transaction: Transaction<Tables>) => {
    const items = await next(transaction)
    return items.length > 0 ? { items, outcome: await run(transaction, items) } : null
  }
  for (;;) {
    const done = await retryAfterDeadlock(() => database.transaction().execute(runNext))
    if (!done) return
    const { items, outcome } = done
    onStored(items, outcome)
    tagVersions.invalidate(['Comment', ...outcome.articleIds.map(commentsTag)])
    yield { ...outcome, batch: outcome.decisionId }
  }
}

/** The progress of a batch of comments, which names its batch `decision_id`. */
export async function* asDecision(
  steps: AsyncIterable<BatchEvent>,
): AsyncGenerator<DecisionProgress> {
  for await (const { batch, ...step } of steps) yield { ...step, decision_id: batch }
}
