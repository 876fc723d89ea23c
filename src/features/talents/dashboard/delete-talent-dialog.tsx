import { useWrite } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Talent } from '../contract.ts'
import { fullName } from './labels.ts'

type DeleteTalentDialogProps = {
  talent: Talent | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Asks, and deletes a talent for good. Open while a talent is given. */
export function DeleteTalentDialog({ talent, onClose, onDeleted }: DeleteTalentDialogProps) {
  const remove = useWrite('talents.delete')

  async function confirm() {
    if (!talent) return
    await remove.mutateAsync({ id: talent.id })
    notify({ type: 'success', message: `${fullName(talent)} has been deleted.` })
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      isOpen={talent !== undefined}
      onClose={onClose}
      title={talent ? `Delete ${fullName(talent)}?` : ''}
      text="Their profile and their resume go for good. This cannot be undone."
      confirmLabel="Delete"
      isDanger
      onConfirm={confirm}
    />
  )
}
