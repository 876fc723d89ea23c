import type { RequestContext } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { type BatchWindow, inTurns, streamBatch } from '#platform/http/stream-batch.ts'
import { withoutSearch, writeAudit } from '#platform/security/audit-log.ts'
import { pluralize } from '#shared/format.ts'
import type { MatchingRows } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { findMatchesAsSeen, forViewer } from './filters.ts'
import { findApplicantNames } from './queries.ts'

type Seen = { id: number; expected_status: ApplicationStatus }

/**
 * Changes all applications that matched a filter when the user saw the list, in short transactions. Applications that
 * came later are left alone.
 * @param details of the line in the audit log
 * @param change changes some, as part of the batch that the first ones have begun
 * @returns the progress after each transaction; the batch stops when nobody asks for more of it
 * @throws 409 when more applications match than the user saw
 */
export async function changeMatching(
  context: RequestContext,
  { filters: sent, seen_at, seen_total }: MatchingRows,
  details: object,
  change: (seen: readonly Seen[], batch: number | null) => Promise<BatchWindow>,
) {
  const filters = forViewer(sent, requireViewer(context).id)
  const { viewer: _, is_by_score: __, ...told } = filters
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
        const outcome = await change(seen, batch)
        context.tagVersions.invalidate(['Application', 'Cohort', 'Batch'])
        batch = outcome.batch
        counts.succeeded += outcome.succeeded.length
        counts.failed += outcome.failed.length
        yield outcome
      }
    } finally {
      await writeAudit(context.database, context, {
        ...{ action: 'batch', target: 'application', id: null },
        details: { ...details, ...counts, filters: withoutSearch(told) },
      })
    }
  }
  return streamBatch(total, run(), (ids) => findApplicantNames(context.database, ids))
}
