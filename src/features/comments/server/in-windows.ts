import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { DecisionProgress } from '../moderation-contract.ts'
import type { DecisionOutcome } from './decide.ts'
import { commentsTag } from './queries.ts'

/** How many comments one transaction changes: a batch holds up no other request for long. */
export const windowSize = 200
/** The failures that are named; all of them are counted. */
const namedFailuresMax = 100

type Work<Item> = {
  /** The items of the next window; none at the end. */
  next: (transaction: Transaction<Tables>) => Promise<Item[]>
  run: (transaction: Transaction<Tables>, items: Item[]) => Promise<DecisionOutcome>
  /** Called at the end, also when nobody asks for more. */
  finish: (counts: { succeeded: number; failed: number }) => Promise<void>
}

/** Changes many comments in short transactions. @returns the progress after each */
export async function* inWindows<Item>(
  { database, tagVersions }: RequestContext,
  total: number,
  { next, run, finish }: Work<Item>,
): AsyncGenerator<DecisionProgress> {
  let [succeeded, failedCount] = [0, 0]
  try {
    for (;;) {
      const outcome = await database.transaction().execute(async (transaction) => {
        const items = await next(transaction)
        return items.length > 0 ? run(transaction, items) : null
      })
      if (!outcome) return
      tagVersions.invalidate(['Comment', ...outcome.articleIds.map(commentsTag)])
      const failed = outcome.failed
        .slice(0, Math.max(0, namedFailuresMax - failedCount))
        .map(({ id, error }) => ({ id, detail: error.message }))
      succeeded += outcome.succeeded.length
      failedCount += outcome.failed.length
      const { decisionId: decision_id } = outcome
      yield { total, succeeded, failed_count: failedCount, failed, decision_id }
      // SQLite runs synchronously, so this gives other requests a turn.
      await setImmediate()
    }
  } finally {
    await finish({ succeeded, failed: failedCount })
  }
}
