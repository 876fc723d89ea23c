import type { RequestContext } from '#platform/http/context.ts'
import { changeAllMatching } from '#platform/rows/change-all-matching.ts'
import type { AuditPart, BatchPart } from '#platform/rows/stream-batch.ts'
import type { MatchingRows } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { forViewer } from './filters.ts'
import { unseenChanges } from './history.ts'
import { findMatchesAsSeen, type SeenMatch } from './matches-as-seen.ts'
import { findApplicantNames } from './queries.ts'

type Seen = { id: number; expected_status: ApplicationStatus }

/** What each batch overwrites besides the status, by the kinds of entries in the history. */
const overwrites = {
  status: [],
  move: ['move', 'waiting'],
  waiting: ['move', 'waiting'],
  spot: ['move', 'waiting'],
  assign: ['assignee'],
  invite: [],
} as const

/**
 * Changes all applications that matched a filter when the user saw the list. Those fail that a colleague has changed so
 * shortly before that the list may have lacked it.
 * @param details of the line in the audit log
 * @param change changes some and audits it, as part of the batch that the first ones have begun
 * @throws 409 when more applications match than the user saw
 */
export function changeMatching(
  context: RequestContext,
  { filters: sent, seen_at, seen_total: seenTotal }: MatchingRows,
  details: { action: keyof typeof overwrites; [more: string]: unknown },
  change: (seen: readonly Seen[], batch: number | null, audit: AuditPart) => Promise<BatchPart>,
) {
  const filters = forViewer(context, sent)
  return changeAllMatching(context, {
    noun: 'application',
    filters: sent,
    seenTotal,
    details,
    find: () => findMatchesAsSeen(context.database, filters, seen_at, overwrites[details.action]),
    async change(seen: readonly SeenMatch[], batch, audit) {
      const certain = seen.filter(({ doubt }) => doubt === null)
      const doubted = seen.flatMap(({ id, doubt: entry }) =>
        entry === null ? [] : [{ id, entry }],
      )
      const unseen = await unseenChanges(context.database, doubted)
      const withUnseen = <Outcome extends Pick<BatchPart, 'failed'>>(outcome: Outcome) => ({
        ...outcome,
        failed: [...outcome.failed, ...unseen],
      })
      if (certain.length > 0) {
        return withUnseen(
          await change(certain, batch, (transaction, outcome) =>
            audit(transaction, withUnseen(outcome)),
          ),
        )
      }
      await audit(context.database, { succeeded: [], failed: unseen })
      return { succeeded: [], failed: unseen, batch }
    },
    tags: ['Application', 'Cohort', 'Batch', 'Interview', 'Email'],
    findNames: findApplicantNames,
  })
}
