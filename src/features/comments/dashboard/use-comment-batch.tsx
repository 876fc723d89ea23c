import { useWrite, useWriteStream } from '#client/api/queries.ts'
import { inChunks } from '#client/resources/batch/use-batch.ts'
import { useBatchDialogs } from '#client/resources/batch/use-batch-dialogs.tsx'
import { showDeleted } from '#client/resources/undo/deleted.ts'
import { pluralize } from '#shared/format.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
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
  const { run, dialogs } = useBatchDialogs<number>()

  /** @param rows those whose names are known: none of a wave */
  function start(total: number, rows: readonly StaffComment[], steps: Parameters<typeof run>[2]) {
    const names = new Map(rows.map((row) => [row.id, commentName(row)]))
    const nameOf = (id: number) => names.get(id) ?? `Comment ${id}`
    const action = `changing ${pluralize(total, 'comment')}`
    return run({ action, isAll: rows.length === 0, nameOf }, total, steps)
  }

  async function decideRows(selection: RowSelection<StaffComment>, action: Action) {
    const rows = [...selection.rows.values()]
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
    await start(rows.length, rows, (signal) => inChunks(rows, send, changed, signal))
    selection.drop(changed)
    if (action !== 'delete' || changed.size === 0) return
    const text = `${pluralize(changed.size, 'comment')} deleted.`
    showDeleted({ text, kind: 'comment', ids: [...changed] })
  }

  async function decideWave(
    { id, total: seen_total }: CommentWave,
    seen_at: string,
    action: Verdict,
  ) {
    let last: DecisionProgress | undefined
    await start(seen_total, [], async function* (signal) {
      for await (const step of changeWave({ wave: id, action, seen_at, seen_total }, signal)) {
        last = step
        yield step
      }
    })
    const count = pluralize(last?.succeeded ?? 0, 'comment')
    record(`${verdictLabels[action]}: ${count} of a wave`, last?.decision_id ?? null)
  }

  return { decideRows, decideWave, dialogs }
}
