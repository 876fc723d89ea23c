import { useWrite } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Application } from '../contract.ts'
import { fullName } from './labels.ts'

type DeleteApplicationDialogProps = {
  application: Application | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Asks, and deletes an application for good. Open while an application is given. */
export function DeleteApplicationDialog(props: DeleteApplicationDialogProps) {
  const { application, onClose, onDeleted } = props
  const remove = useWrite('applications.delete')

  async function confirm() {
    if (!application) return
    await remove.mutateAsync({ id: application.id })
    notify({
      type: 'success',
      message: `The application of ${fullName(application)} has been deleted.`,
    })
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      isOpen={application !== undefined}
      onClose={onClose}
      title={application ? `Delete the application of ${fullName(application)}?` : ''}
      text="The resume and the history go with it. This cannot be undone."
      confirmLabel="Delete"
      isDanger
      onConfirm={confirm}
    />
  )
}
