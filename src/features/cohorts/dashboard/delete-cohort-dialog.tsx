import { useWrite } from '#client/query.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { notify } from '#ui/notify.ts'
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
