import { useWrite } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { TechStack } from '../contract.ts'

type DeleteTechStackDialogProps = { stack: TechStack | undefined; onClose: () => void }

/** Asks, and deletes a tech stack. One that applications name stays, and the dialog says so. */
export function DeleteTechStackDialog({ stack, onClose }: DeleteTechStackDialogProps) {
  const remove = useWrite('techStacks.delete')

  async function confirm() {
    if (!stack) return
    await remove.mutateAsync({ id: stack.id })
    notify({ type: 'success', message: `${stack.name} has been deleted.` })
  }

  return (
    <ConfirmDialog
      isOpen={stack !== undefined}
      onClose={onClose}
      title={stack ? `Delete ${stack.name}?` : ''}
      text="This cannot be undone."
      confirmLabel="Delete"
      isDanger
      onConfirm={confirm}
    />
  )
}
