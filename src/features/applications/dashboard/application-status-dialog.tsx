import { useQueryClient } from '@tanstack/react-query'
import { parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import type { UndoableChange } from '#client/resources/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { notify } from '#ui/feedback/notify.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Application } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { applicationStatusLabel, applicationStatusLooks } from './application-status.ts'
import {
  ApplicationStatusFields,
  type ApplicationStatusValues,
  noStatusYet,
} from './application-status-fields.tsx'

type ApplicationStatusDialogProps = {
  application: Application
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Changes one application's status, unless another user has changed it since it was loaded. */
export function ApplicationStatusDialog({
  application,
  onClose,
  onChanged,
}: ApplicationStatusDialogProps) {
  const client = useQueryClient()
  const change = useWrite('applications.changeStatus')
  const { id, status: from } = application
  const name = fullName(application)
  const form = useCallForm<ApplicationStatusValues>(noStatusYet, async ({ status, notes }) => {
    try {
      await change.mutateAsync({ id, status, notes, expected_status: from })
    } catch (error) {
      // Another user was faster: their change is shown behind the dialog, and can be overwritten from then on.
      if (parseApiError(error).status === 409)
        client.invalidateQueries({ queryKey: ['Application'] })
      throw error
    }
    const to = status as ApplicationStatus
    const labels = { from: applicationStatusLabel(from), to: applicationStatusLabel(to) }
    notify({ type: 'success', message: `${name} is ${labels.to.toLowerCase()} now.` })
    onChanged({
      text: `${name}: ${labels.from} → ${labels.to}`,
      async undo() {
        await change.mutateAsync({ id, status: from, expected_status: to, notes: 'Change undone' })
        return `${name} is ${labels.from.toLowerCase()} again.`
      },
    })
    onClose()
  })
  return (
    <FormDialog
      title={`Change the status of ${name}`}
      description={
        <>
          Now: <StatusBadge looks={applicationStatusLooks} status={from} />
        </>
      }
      submitLabel="Change status"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <ApplicationStatusFields
        form={form}
        from={from}
        hint="Kept in the history. The applicant does not see them."
      />
    </FormDialog>
  )
}
