import { useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { notDone } from '#client/api/outcome.ts'
import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { formatDateTime, pluralize } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { LeavingButton } from '#ui/leaving-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { CommentDecision } from '../moderation-contract.ts'
import { useUndo, verdictLabels } from './use-comment-decisions.ts'

type DecisionsDialogProps = {
  onClose: () => void
  /** Called with the id of a decision once it is undone. */
  onUndone: (id: number) => void
}

/** What the user has decided in the last 24 hours, also before the page was loaded. Each can be undone. */
export function DecisionsDialog({ onClose, onUndone }: DecisionsDialogProps) {
  const { data, error, refetch } = useRead('comments.decisions', undefined)
  const undo = useUndo()
  const [undoing, setUndoing] = useState<number>()

  async function handleUndo({ id }: CommentDecision) {
    setUndoing(id)
    try {
      notify({ type: 'success', message: await undo(id) })
      onUndone(id)
    } catch (problem) {
      const { detail } = parseApiError(problem)
      const message = `This ${notDone(problem, 'could not be')} undone. ${detail}`
      notify({ type: 'error', message })
    }
    setUndoing(undefined)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title="What you decided"
      description="In the last 24 hours, the latest first. Undoing gives comments their former status, unless a colleague has decided on them since."
    >
      {!data ? (
        <NotLoaded error={error} refetch={refetch} lines={4} />
      ) : data.results.length === 0 ? (
        <EmptyState seed="decisions" title="Nothing yet" />
      ) : (
        <ul className="flex flex-col text-sm">
          {data.results.map((decision) => (
            <li
              key={decision.id}
              tabIndex={-1}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-2.5"
            >
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  <Badge tone={decision.action === 'approve' ? 'success' : 'error'}>
                    {verdictLabels[decision.action]}
                  </Badge>
                  <span className="font-semibold">{pluralize(decision.total, 'comment')}</span>
                  <span className="text-muted text-xs">{formatDateTime(decision.created_at)}</span>
                </p>
                {decision.sample && (
                  <p className="mt-1 line-clamp-1 text-muted">
                    <bdi>{decision.sample.name}</bdi>: <bdi>{decision.sample.message}</bdi>
                  </p>
                )}
              </div>
              {decision.undone_at ? (
                <span className="text-muted">Undone</span>
              ) : (
                <LeavingButton
                  variant="secondary"
                  size="sm"
                  isBusy={undoing === decision.id}
                  onClick={() => handleUndo(decision)}
                >
                  Undo
                </LeavingButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
