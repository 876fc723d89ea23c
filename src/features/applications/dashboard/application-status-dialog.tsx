import { useCallForm } from '#client/forms/use-call-form.ts'
import { fullName } from '#shared/full-name.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Application } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { applicationStatusLooks, type useApplicationStatus } from './application-status.ts'
import {
  ApplicationStatusFields,
  type ApplicationStatusValues,
  noStatusYet,
} from './application-status-fields.tsx'

type ApplicationStatusDialogProps = {
  application: Application
  onClose: () => void
  change: ReturnType<typeof useApplicationStatus>['changeShown']
}

/** Changes one application's status with a note, unless another user has changed it since it was loaded. */
export function ApplicationStatusDialog(props: ApplicationStatusDialogProps) {
  const { application, onClose, change } = props
  const { status: from } = application
  const name = fullName(application)
  const form = useCallForm<ApplicationStatusValues>(noStatusYet, async ({ status, notes }) => {
    await change(application, status as ApplicationStatus, notes)
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
