import { useQueryClient } from '@tanstack/react-query'
import { callProblem } from '#client/errors.ts'
import { useWrite } from '#client/query.ts'
import { useCallForm } from '#client/use-call-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { notify } from '#ui/notify.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-field.tsx'
import type { Application, ApplicationStatus } from '../contract.ts'
import { fullName } from './labels.ts'
import { StatusBadge, statusLabel, statusOptions } from './status-badge.tsx'
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
  const form = useCallForm<{ status: '' | ApplicationStatus; notes: string }>(
    { status: '', notes: '' },
    async ({ status, notes }) => {
      try {
        await change.mutateAsync({ id, status, notes, expected_status: from })
      } catch (error) {
        // Somebody was faster: what they did shows behind the dialog, and counts as seen from then on.
        if (callProblem(error).status === 409)
          client.invalidateQueries({ queryKey: ['Application'] })
        throw error
      }
      const to = status as ApplicationStatus
      notify({ type: 'success', message: `${name} is ${statusLabel(to).toLowerCase()} now.` })
      onChanged({ id, name, from, to })
      onClose()
    },
  )
  return (
    <FormDialog
      title={`Change the status of ${name}`}
      description={
        <>
          Now: <StatusBadge status={from} />
        </>
      }
      submitLabel="Change status"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <SelectField
        {...form.register('status')}
        label="New status"
        placeholder="Choose a status"
        options={statusOptions.filter(({ value }) => value !== from)}
        required
        error={form.errorOf('status')}
      />
      <TextArea
        {...form.register('notes')}
        label="Notes"
        hint="Kept in the history. The applicant does not see them."
        rows={3}
        maxLength={2000}
        error={form.errorOf('notes')}
      />
    </FormDialog>
  )
}
