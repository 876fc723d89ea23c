import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, parseApiError } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { useWrite, useWriteStream } from '#client/api/queries.ts'
import { useKeptState } from '#client/resources/page/use-kept-state.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { pluralize } from '#shared/format.ts'
import { notify } from '#ui/feedback/notify.ts'
import { useIsUnmounted } from '#ui/use-is-unmounted.ts'
import type { StaffComment } from '../moderation-contract.ts'
import type { CommentStatus, Verdict } from '../validation.ts'
import { commentName } from './comment-status.ts'

export const verdictLabels = { approve: 'Approved', reject: 'Rejected' } as const
const doing = { approve: 'Approving', reject: 'Rejecting' } as const
const statusOf = { approve: 'APPROVED', reject: 'REJECTED' } as const

/** A decision, without an id while it is on its way. */
type Decided = UndoableChange & { decisionId?: number; startedMs: number }
const none: readonly Decided[] = []

/**
 * Decides on comments. A comment shows its new status at once, and its former one again when the server refuses.
 * What has been decided can be undone until the user signs out.
 */
export function useCommentDecisions() {
  const client = useQueryClient()
  /** Shown until the server has answered, and the list was loaded after that. */
  const [expected, setExpected] = useState<ReadonlyMap<number, CommentStatus>>(new Map())
  const [changes, setChanges] = useKeptState('comment decisions', none)
  const write = { approve: useWrite('comments.approve'), reject: useWrite('comments.reject') }
  const undo = useUndo()
  const isUnmounted = useIsUnmounted()

  function expect(id: number, status: CommentStatus | undefined) {
    setExpected((now) => {
      const next = new Map(now)
      if (status) next.set(id, status)
      else next.delete(id)
      return next
    })
  }

  /**
   * Adds a decision to those that can be undone: in the order of the decisions, not of the server's answers.
   * @param decisionId null or undefined where nothing was decided
   * @param begun the same while it was on its way, whose place it takes
   */
  function record(text: string, decisionId: number | null | undefined, begun?: Decided) {
    const { startedMs } = begun ?? { startedMs: performance.now() }
    const decided =
      decisionId == null ? [] : [{ text, undo: () => undo(decisionId), decisionId, startedMs }]
    setChanges((now) =>
      [...now.filter((one) => one !== begun), ...decided].sort((a, b) => a.startedMs - b.startedMs),
    )
  }

  /** Tells why a decision was not made, in its place: whoever still means to undo it would undo the one before. */
  function fail(text: string, begun: Decided) {
    let isTold = false
    setChanges((now) => {
      isTold = !isUnmounted.current && now.at(-1) === begun
      const failure = isTold ? [{ ...begun, text, isPending: false, isFailure: true }] : []
      return [...now.filter((one) => one !== begun), ...failure]
    })
    if (!isTold) notify({ type: 'error', message: text })
  }

  async function decide(comment: StaffComment, verdict: Verdict) {
    const { id } = comment
    const status = statusOf[verdict]
    // A row that is on its way has its new status already.
    if (status === comment.status) return
    expect(id, status)
    const name = commentName(comment)
    const begun = {
      text: `${doing[verdict]} ${name}…`,
      isPending: true,
      startedMs: performance.now(),
    }
    setChanges((now) => [...now.filter((one) => !one.isFailure), begun])
    try {
      const response = await write[verdict].mutateAsync({ id, expected_status: comment.status })
      record(`${verdictLabels[verdict]}: ${name}`, response.decision_id, begun)
      // Joins the reload that the write began: one that began before may still show the former status.
      await client.invalidateQueries({ queryKey: ['Comment'] }, { cancelRefetch: false })
    } catch (error) {
      const { status: code, detail } = parseApiError(error)
      const done = verdictLabels[verdict].toLowerCase()
      fail(`${notDone(error, 'Not')} ${done}. ${detail}`, begun)
      if (code === 409 || code === 404) client.invalidateQueries({ queryKey: ['Comment'] })
    }
    expect(id, undefined)
  }

  /** Tells what has become of a decision, and takes it off those that can be undone. */
  function settle(outcome: UndoableChange | undefined, decision: UndoableChange | undefined) {
    if (outcome) {
      notify({ type: outcome.isFailure ? 'error' : 'success', message: outcome.text })
    }
    if (!outcome?.undo) setChanges((now) => now.filter((one) => one !== decision))
  }

  /** Takes off a decision that was undone elsewhere on the page. */
  const forget = (decisionId: number) =>
    setChanges((now) => now.filter((one) => one.decisionId !== decisionId))

  /** The rows with the statuses that are expected of them. */
  function withExpected(rows: readonly StaffComment[]) {
    return rows.map((row) => {
      const status = expected.get(row.id)
      return status ? { ...row, status, is_held: false } : row
    })
  }

  return {
    decide,
    record,
    withExpected,
    last: changes.at(-1),
    settle,
    forget,
  }
}

/** Undoes a decision. @returns what to tell of it @throws when nothing could be undone */
export function useUndo() {
  const run = useWriteStream('comments.undo')
  return async (id: number) => {
    let succeeded = 0
    let failedCount = 0
    let reason = ''
    for await (const step of run({ id }, new AbortController().signal)) {
      succeeded = step.succeeded
      failedCount = step.failed_count
      reason ||= step.failed[0]?.detail ?? ''
    }
    if (succeeded === 0 && failedCount > 0) throw new ApiError(409, reason)
    const done = `Undone: ${pluralize(succeeded, 'comment')} as before.`
    return failedCount > 0 ? `${done} ${failedCount} not: ${reason}` : done
  }
}
