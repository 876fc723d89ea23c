import type { Database } from '#database/open.ts'
import { formatCount, pluralize } from '#shared/format.ts'
import type { Tag } from '#shared/procedure.ts'
import type { RequestContext } from '../http/context.ts'
import { conflict } from '../http/errors.ts'
import { auditInParts, withoutSearch } from '../security/audit-log.ts'
import { type AuditPart, type BatchPart, inTurns, streamBatch } from './stream-batch.ts'

type Matching<Seen> = {
  /** The singular name of a row, which is its target in the audit log: 'application'. */
  noun: string
  /** As they were sent; the line of the audit log has them without the search. */
  filters: object
  /** How many the user saw. */
  seenTotal: number
  /** Those that matched when the user saw them, a window at a time. Some are empty. */
  find: () => AsyncIterable<readonly Seen[]>
  /** Changes some in a transaction, and audits it there, as part of the batch that the first ones have begun. */
  change: (seen: readonly Seen[], batch: number | null, audit: AuditPart) => Promise<BatchPart>
  /** What each of these transactions changes. */
  tags: readonly Tag[]
  /** The details in the line of the audit log. */
  details: object
  findNames: (database: Database, ids: readonly number[]) => Promise<Map<number, string>>
}

/**
 * Changes all rows that matched a filter when the user saw the list, in short transactions. Rows that came later are
 * left alone.
 * @returns the progress after each transaction, as `streamBatch` does
 * @throws 409 when more rows match than the user saw
 */
export async function changeAllMatching<Seen>(
  context: RequestContext,
  { noun, filters, seenTotal, find, change, tags, details, findNames }: Matching<Seen>,
) {
  const { database } = context
  let total = 0
  for await (const seen of inTurns(find())) total += seen.length
  if (total > seenTotal) {
    throw conflict(
      `${pluralize(total, noun)} match, not ${formatCount(seenTotal)}. Please look at the list again.`,
    )
  }

  async function* run() {
    let batch: number | null = null
    const totals = { succeeded: 0, failed: 0 }
    const write = auditInParts(context, { action: 'batch', target: noun, id: null })
    const audit: AuditPart = (transaction, { succeeded, failed }) =>
      write(transaction, {
        ...details,
        total,
        succeeded: totals.succeeded + succeeded.length,
        failed: totals.failed + failed.length,
        filters: withoutSearch(filters),
      })
    // First of all: whatever ends the batch, what it has changed is told.
    await audit(database, { succeeded: [], failed: [] })
    for await (const seen of inTurns(find())) {
      if (seen.length === 0) continue
      const outcome = await change(seen, batch, audit)
      context.tagVersions.invalidate(tags)
      batch = outcome.batch
      totals.succeeded += outcome.succeeded.length
      totals.failed += outcome.failed.length
      yield outcome
    }
  }
  return streamBatch(context, total, run(), (ids) => findNames(database, ids))
}
