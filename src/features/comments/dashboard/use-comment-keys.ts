import type { RowSelection } from '#ui/data-table/selection.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import type { StaffComment } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'
import type { useCommentBatch } from './use-comment-batch.tsx'
import type { useCommentDecisions } from './use-comment-decisions.ts'
import type { useCommentWaves } from './use-comment-waves.ts'

type CommentKeys = {
  rows: readonly StaffComment[]
  /** The comment whose thread is shown. */
  openId: number | undefined
  selection: RowSelection<StaffComment>
  decisions: ReturnType<typeof useCommentDecisions>
  decideSelected: (verdict: Verdict) => void
  batch: ReturnType<typeof useCommentBatch>
  waves: ReturnType<typeof useCommentWaves>
  reply: (comment: StaffComment) => void
}

/** The keys of the queue. They act on the selected comments, or on the row with the focus: a comment or a wave. */
export function useCommentKeys(queue: CommentKeys) {
  const { rows, openId, selection, decisions, decideSelected, batch, waves, reply } = queue

  function current() {
    const rowId = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    return { rowId, comment: rows.find(({ id }) => id === (rowId ? Number(rowId) : openId)) }
  }

  function decide(verdict: Verdict) {
    const { rowId, comment } = current()
    const wave = rowId && waves.find(rowId)
    if (selection.count > 0) decideSelected(verdict)
    else if (wave) void batch.decideWave(wave, waves.seenAt, verdict)
    else if (comment) void decisions.decide(comment, verdict)
  }

  useShortcuts([
    { key: 'a', does: 'Approve', run: () => decide('approve') },
    { key: 's', does: 'Reject as spam', run: () => decide('reject') },
    {
      key: 'r',
      does: 'Reply as the company',
      run: () => {
        const { comment } = current()
        if (comment && comment.status !== 'REJECTED') reply(comment)
      },
    },
  ])
}
