import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { inTurns, streamBatch } from '#platform/http/stream-batch.ts'
import { withoutSearch, writeAudit } from '#platform/security/audit-log.ts'
import { pluralize } from '#shared/format.ts'
import type { MatchingChange } from '../contract.ts'
import { changeStatuses } from './change-status.ts'
import { findMatchesAsSeen } from './filters.ts'
import { findApplicantNames } from './queries.ts'

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

  async function* run() {
    let batch: number | null = null
    const counts = { succeeded: 0, failed: 0 }
    try {
      for await (const seen of findMatchesAsSeen(context.database, filters, seen_at)) {
        if (seen.length === 0) continue
        const outcome = await changeStatuses(context, viewer, seen, change, batch)
        context.tagVersions.invalidate(['Application', 'Cohort', 'Batch'])
        batch = outcome.batch
        counts.succeeded += outcome.succeeded.length
        counts.failed += outcome.failed.length
        yield outcome
      }
    } finally {
      const { status, notes } = change
      await writeAudit(context.database, context, {
        ...{ action: 'batch', target: 'application', id: null },
        details: {
          ...{ action: 'status', status, has_notes: notes !== '', ...counts },
          filters: withoutSearch(filters),
        },
      })
    }
  }
  return streamBatch(total, run(), (ids) => findApplicantNames(context.database, ids))
}
