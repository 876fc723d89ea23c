import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { formatDateTime } from '#shared/format.ts'
import { rowKinds } from '#shared/row-kinds.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { TrashEntry } from '../contract.ts'

type RestoreDialogProps = {
  entry: TrashEntry
  onClose: () => void
  show: (change: UndoableChange) => void
}

/** Restores something. It stays open to say what stands in the way. */
export function RestoreDialog({ entry, onClose, show }: RestoreDialogProps) {
  const restore = useWrite('trash.restore')
  const { id, title, kind, by, deleted_at } = entry

  async function confirm() {
    try {
      const { notices = [] } = await restore.mutateAsync({ id })
      show({ text: [`${title} is restored.`, ...notices].join(' ') })
    } catch (error) {
      const { message, fields } = parseApiError(error)
      const reasons = Object.values(fields).flat()
      throw new Error(reasons.length > 0 ? reasons.join(' ') : message)
    }
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Restore ${title}?`}
      text={`${rowKinds[kind].label}, deleted by ${by} on ${formatDateTime(deleted_at)}. It comes back as it was then, with all that belonged to it.`}
      confirmLabel="Restore"
      onConfirm={confirm}
    />
  )
}
