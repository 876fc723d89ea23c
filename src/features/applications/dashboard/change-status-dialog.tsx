import { useQueryClient } from '@tanstack/react-query'
import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Application } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { fullName } from './labels.ts'
import { ApplicationStatusBadge, statusLabel } from './status-badge.tsx'
import { noStatusYet, StatusFields, type StatusValues } from './status-fields.tsx'
import type { StatusChanged } from './undo-strip.tsx'

type ChangeStatusDialogProps = {
  application: Application
  onClose: () => void
  onChanged: (change: StatusChanged) => void
}

/** Decides about one application, unless somebody else has done so since it was loaded. */
export function ChangeStatusDialog({ application, onClose, onChanged }: ChangeStatusDialogProps) {
  const client = useQueryClient()
  const change = useWrite('applications.changeStatus')
  const { id, status: from } = application
  const name = fullName(application)
  const form = useCallForm<StatusValues>(noStatusYet, async ({ status, notes }) => {
    try {
      await change.mutateAsync({ id, status, notes, expected_status: from })
    } catch (error) {
      // Somebody was faster: what they did shows behind the dialog, and counts as seen from then on.
      if (parseApiError(error).status === 409)
        client.invalidateQueries({ queryKey: ['Application'] })
      throw error
    }
    const to = status as ApplicationStatus
    notify({ type: 'success', message: `${name} is ${statusLabel(to).toLowerCase()} now.` })
    onChanged({ id, name, from, to })
    onClose()
  })
  return (
    <FormDialog
      title={`Change the status of ${name}`}
      description={
        <>
          Now: <ApplicationStatusBadge status={from} />
        </>
      }
      submitLabel="Change status"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <StatusFields
        form={form}
        from={from}
        hint="Kept in the history. The applicant does not see them."
      />
    </FormDialog>
  )
}
