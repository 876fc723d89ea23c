import { useWrite } from '#client/api/queries.ts'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Cohort } from '../contract.ts'

type DeleteCohortDialogProps = { cohort: Cohort | undefined; onClose: () => void }

/** Asks, and deletes a cohort. One with applications stays, and the dialog says so. */
export function DeleteCohortDialog({ cohort, onClose }: DeleteCohortDialogProps) {
  const remove = useWrite('cohorts.delete')

  async function confirm() {
    if (!cohort) return
    await remove.mutateAsync({ id: cohort.id })
    notify({ type: 'success', message: `${cohort.name} has been deleted.` })
  }

  return (
    <ConfirmDialog
      isOpen={cohort !== undefined}
      onClose={onClose}
      title={cohort ? `Delete ${cohort.name}?` : ''}
      text="This cannot be undone."
      confirmLabel="Delete"
      isDanger
      onConfirm={confirm}
    />
  )
}
