import { useRef, useState } from 'react'
import { useWrite, useWriteStream } from '#client/api/queries.ts'
import { summaryOf } from '#client/resources/batch-outcome.ts'
import { BatchOutcomeDialog, BatchProgress } from '#client/resources/batch-windows.ts'
import { tellDeleted } from '#client/resources/deleted.ts'
import {
  type BatchOutcome,
  type BatchStep,
  inChunks,
  useBatch,
} from '#client/resources/use-batch.ts'
import { pluralize } from '#shared/format.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import type { CommentWave, DecisionProgress, StaffComment } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'
import { commentName } from './comment-status.ts'
import { verdictLabels } from './use-comment-decisions.ts'

type Action = Verdict | 'delete'

/**
 * Decides on many comments at once: on the selected ones, or on a whole wave. Render `dialogs`.
 * @param record makes a decision undoable
 */
export function useCommentBatch(record: (text: string, decisionId: number | null) => void) {
  const changeRows = useWrite('comments.batch')
  const changeWave = useWriteStream('comments.decideWave')
  const { run, cancel, progress, isCancelling } = useBatch<number>()
  const [outcome, setOutcome] = useState<BatchOutcome<number>>()
  const [total, setTotal] = useState(0)
  const isLeft = useRef(false)
  const names = useRef(new Map<number, string>())

  async function start(
    count: number,
    steps: (signal: AbortSignal) => AsyncIterable<BatchStep<number>>,
  ) {
    isLeft.current = false
    setTotal(count)
    const result = await run(count, steps)
    if (isLeft.current) notify({ type: 'info', message: `${summaryOf(result)}.` })
    else if (result.failed_count > 0 || result.unsent > 0) setOutcome(result)
    return result
  }

  async function decideRows(selection: RowSelection<StaffComment>, action: Action) {
    const rows = [...selection.rows.values()]
    names.current = new Map(rows.map((row) => [row.id, commentName(row)]))
    const changed = new Set<number>()
    const send = async (chunk: StaffComment[]) => {
      const response = await changeRows.mutateAsync({
        comment_ids: chunk.map(({ id }) => id),
        expected_statuses: Object.fromEntries(chunk.map(({ id, status }) => [id, status])),
        action,
      })
      if (action !== 'delete') {
        const count = pluralize(response.succeeded.length, 'comment')
        record(`${verdictLabels[action]}: ${count}`, response.decision_id)
      }
      return response
    }
    await start(rows.length, (signal) => inChunks(rows, send, changed, signal))
    selection.drop(changed)
    if (action !== 'delete' || changed.size === 0) return
    const text = `${pluralize(changed.size, 'comment')} deleted.`
    tellDeleted({ text, kind: 'comment', ids: [...changed] })
  }

  async function decideWave(
    { id, total: seen_total }: CommentWave,
    seen_at: string,
    action: Verdict,
  ) {
    names.current = new Map()
    let last: DecisionProgress | undefined
    await start(seen_total, async function* (signal) {
      for await (const step of changeWave({ wave: id, action, seen_at, seen_total }, signal)) {
        last = step
        yield step
      }
    })
    const count = pluralize(last?.succeeded ?? 0, 'comment')
    record(`${verdictLabels[action]}: ${count} of a wave`, last?.decision_id ?? null)
  }

  const close = () => setOutcome(undefined)
  const dialogs = progress ? (
    <BatchProgress
      action={`changing ${pluralize(total, 'comment')}`}
      progress={progress}
      isCancelling={isCancelling}
      onCancel={cancel}
      onLeave={() => {
        isLeft.current = true
        cancel()
      }}
    />
  ) : outcome ? (
    <BatchOutcomeDialog
      outcome={outcome}
      onClose={close}
      isAll={names.current.size === 0}
      nameOf={(id) => names.current.get(id) ?? `Comment ${id}`}
    />
  ) : null
  return { decideRows, decideWave, dialogs }
}
