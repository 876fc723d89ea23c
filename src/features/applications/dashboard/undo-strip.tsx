import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { Button } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { notify } from '#ui/feedback/notify.ts'
import type { ApplicationStatus } from '../validation.ts'
import { statusLabel } from './status-badge.tsx'

export type StatusChanged = {
  id: number
  name: string
  from: ApplicationStatus
  to: ApplicationStatus
}

type UndoStripProps = { change: StatusChanged | undefined; onDone: () => void }

/** Offers to take the last change of a status back, for as long as nobody closes it. */
export function UndoStrip({ change, onDone }: UndoStripProps) {
  const write = useWrite('applications.changeStatus')

  async function undo({ id, name, from, to }: StatusChanged) {
    try {
      await write.mutateAsync({ id, status: from, expected_status: to, notes: 'Change undone' })
      notify({ type: 'success', message: `${name} is ${statusLabel(from).toLowerCase()} again.` })
    } catch (error) {
      notify({ type: 'error', message: `This could not be undone. ${parseApiError(error).detail}` })
    }
    onDone()
  }

  return (
    <div role="status">
      {change && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-mist py-2 pr-2 pl-4 text-sm">
          <p className="min-w-0 grow wrap-anywhere">
            {change.name}: {statusLabel(change.from)} → {statusLabel(change.to)}
          </p>
          <Button
            variant="secondary"
            size="sm"
            isBusy={write.isPending}
            onClick={() => undo(change)}
          >
            Undo
          </Button>
          <Button variant="quiet" size="icon" aria-label="Keep the change" onClick={onDone}>
            <CrossIcon />
          </Button>
        </div>
      )}
    </div>
  )
}
