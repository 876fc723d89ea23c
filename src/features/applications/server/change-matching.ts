import { changeAllMatching } from '#platform/http/change-all-matching.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { BatchWindow } from '#platform/http/stream-batch.ts'
import type { MatchingRows } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { findMatchesAsSeen, forViewer } from './filters.ts'
import { findApplicantNames } from './queries.ts'

type Seen = { id: number; expected_status: ApplicationStatus }

/**
 * Changes all applications that matched a filter when the user saw the list.
 * @param details of the line in the audit log
 * @param change changes some, as part of the batch that the first ones have begun
 * @throws 409 when more applications match than the user saw
 */
export function changeMatching(
  context: RequestContext,
  { filters: sent, seen_at, seen_total: seenTotal }: MatchingRows,
  details: object,
  change: (seen: readonly Seen[], batch: number | null) => Promise<BatchWindow>,
) {
  const filters = forViewer(context, sent)
  return changeAllMatching(context, {
    noun: 'application',
    filters: sent,
    seenTotal,
    details,
    change,
    find: () => findMatchesAsSeen(context.database, filters, seen_at),
    tags: ['Application', 'Cohort', 'Batch', 'Interview', 'Email'],
    findNames: findApplicantNames,
  })
}
