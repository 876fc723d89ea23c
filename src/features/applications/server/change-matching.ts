import { setImmediate } from 'node:timers/promises'
import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { withoutSearch, writeAudit } from '#platform/security/audit-log.ts'
import { pluralize } from '#shared/format.ts'
import type { MatchingChange, MatchingProgress } from '../contract.ts'
import { changeStatuses } from './change-status.ts'
import { findMatchesAsSeen } from './filters.ts'

/** The failures that a batch names; it counts all of them. */
const namedFailuresMax = 100

/**
 * Changes the status of all applications that matched a filter when the user saw the list, in short transactions.
 * Applications that came later are left alone, and those whose status has changed since fail.
 * @returns the progress after each transaction; the batch stops when nobody asks for more of it
 * @throws 409 when more applications match than the user saw
 */
export async function changeMatching(
  context: RequestContext,
  viewer: Viewer,
  { filters, seen_at, seen_total, ...change }: MatchingChange,
) {
  let total = 0
  for await (const seen of inTurns(findMatchesAsSeen(context.database, filters, seen_at))) {
    total += seen.length
  }
  if (total > seen_total) {
    throw conflict(
      `${pluralize(total, 'application')} match, not ${seen_total}. Please look at the list again.`,
    )
  }

  async function* run(): AsyncGenerator<MatchingProgress> {
    let [succeeded, failedCount] = [0, 0]
    try {
      for await (const seen of inTurns(findMatchesAsSeen(context.database, filters, seen_at))) {
        if (seen.length === 0) continue
        const outcome = await changeStatuses(context, viewer, seen, change)
        context.tagVersions.invalidate(['Application', 'Cohort'])
        const failed = outcome.failed
          .slice(0, Math.max(0, namedFailuresMax - failedCount))
          .map(({ id, error }) => ({ id, detail: error.message }))
        succeeded += outcome.succeeded.length
        failedCount += outcome.failed.length
        yield { total, succeeded, failed_count: failedCount, failed }
      }
    } finally {
      const { status, notes } = change
      const counts = { succeeded, failed: failedCount, filters: withoutSearch(filters) }
      await writeAudit(context.database, context, {
        ...{ action: 'batch', target: 'application', id: null },
        details: { action: 'status', status, has_notes: notes !== '', ...counts },
      })
    }
  }
  return run()
}

/** SQLite runs synchronously, so this gives other requests a turn. */
async function* inTurns<Item>(items: AsyncIterable<Item>) {
  for await (const item of items) {
    yield item
    await setImmediate()
  }
}
