import { setImmediate } from 'node:timers/promises'
import type { Database } from '#database/open.ts'
import type { BatchEvent } from '#shared/procedure.ts'
import type { RequestContext } from '../http/context.ts'
import { requireSameViewer } from '../http/session-user.ts'

/** The failures that a batch names; it counts all of them. */
const namedFailuresMax = 100

/** The outcome of a batch, or of one of its transactions. */
export type BatchPart = {
  succeeded: number[]
  failed: { id: number; error: Error }[]
  batch: number | null
  /** What the user is to know of those that were changed. */
  notices?: readonly string[]
}

/** Notes in the audit log what a part of a batch has done, in the transaction that does it. */
export type AuditPart = (
  transaction: Database,
  outcome: Pick<BatchPart, 'succeeded' | 'failed'>,
) => Promise<unknown>

export const toBatchResponse = ({ succeeded, failed, batch, notices }: BatchPart) => ({
  succeeded,
  failed: failed.map(toFailure),
  batch,
  ...withNotices(notices),
})

/** Part of a response, where there is something to tell. */
export const withNotices = (notices: readonly string[] = []) =>
  notices.length > 0 ? { notices: notices.slice(0, namedFailuresMax) } : {}

export const toFailure = ({ id, error }: { id: number; error: Error }) => ({
  id,
  detail: error.message,
})

/**
 * Reports the progress of a batch after each of its transactions. The batch stops when nobody asks for more of it, and
 * when its author may not go on: who is disabled, signed out or given another role changes no more.
 * @param steps runs a transaction each time that it is asked for the next
 * @param findNames finds the names of rows by their ids, without deleted ones
 */
export async function* streamBatch(
  context: RequestContext,
  total: number,
  steps: AsyncIterable<BatchPart>,
  findNames: (ids: readonly number[]) => Promise<Map<number, string>>,
): AsyncGenerator<BatchEvent> {
  let [succeeded, failedCount] = [0, 0]
  for await (const step of inTurns(steps)) {
    const shown = step.failed.slice(0, Math.max(0, namedFailuresMax - failedCount)).map(toFailure)
    const names = await findNames(shown.map(({ id }) => id))
    const failed = shown.map((one) => ({ ...one, name: names.get(one.id) ?? '' }))
    succeeded += step.succeeded.length
    failedCount += step.failed.length
    const notices = withNotices(step.notices)
    yield { total, succeeded, failed_count: failedCount, failed, batch: step.batch, ...notices }
    if (succeeded + failedCount < total) await requireSameViewer(context)
  }
}

/** SQLite runs synchronously, so this gives other requests a turn. */
export async function* inTurns<Item>(items: AsyncIterable<Item>) {
  for await (const item of items) {
    yield item
    await setImmediate()
  }
}
