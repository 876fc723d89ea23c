import { useState } from 'react'
import { useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import { partsByStatus, useMatchingCounts } from '#client/resources/batch/use-matching-counts.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import type { RowSelection } from '#ui/data-table/selection.ts'
import type { CommentFilters, StaffComment } from '../moderation-contract.ts'
import type { Verdict } from '../validation.ts'
import { commentName, commentStatusLooks } from './comment-status.ts'
import { verdictLabels } from './use-comment-decisions.ts'

type CommentMatchingDialogProps = {
  selection: RowSelection<StaffComment>
  filters: CommentFilters
  verdict: Verdict
  onClose: () => void
  /** @param change its batch is the decision, which is undone as one */
  onChanged: (change: UndoableChange) => void
}

/** Decides on all comments that match the list's filters, once the user has confirmed it. */
export function CommentMatchingDialog({ filters, verdict, ...props }: CommentMatchingDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const decide = useWriteStream('comments.decideMatching')
  const { without_waves: _, status, ...others } = seenFilters
  const isQueue = status?.join() === 'PENDING'
  const isApproval = verdict === 'approve'
  return (
    <BatchDialog<StaffComment, Record<string, never>>
      {...props}
      noun="comment"
      rowName={commentName}
      title={isApproval ? 'Approve' : 'Reject'}
      submitLabel={isApproval ? 'Approve all' : 'Reject all'}
      values={{}}
      summaryOfAll={useMatchingCounts(
        'comments.list',
        // What waves consist of is left out of the queue alone.
        partsByStatus(commentStatusLooks, isQueue ? seenFilters : { ...others, status }),
      )}
      becomes={() => verdictLabels[verdict].toLowerCase()}
      sendAll={async function* ({ total, seenAt }, _, signal) {
        const seen = { seen_at: seenAt, seen_total: total }
        const steps = decide({ filters: seenFilters, action: verdict, ...seen }, signal)
        for await (const { decision_id: batch, ...step } of steps) yield { ...step, batch }
      }}
    >
      {() => (
        <p className="text-muted text-sm">
          {isApproval ? 'Visitors see them then.' : 'Visitors do not see them any more.'} Comments
          that have come in since you opened the list stay as they are.
        </p>
      )}
    </BatchDialog>
  )
}
