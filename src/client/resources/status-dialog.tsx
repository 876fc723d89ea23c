import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { StatusBadge, type StatusLooks, statusOptions } from '#ui/status-badge.tsx'
import { useCallForm } from '../forms/use-call-form.ts'

/** The values of a status change; the status is empty until one is chosen. */
export type StatusValues<Status extends string> = { status: '' | Status; notes: string }

export const noStatusYet = { status: '', notes: '' } as const

type StatusDialogProps<Row, Status extends string> = {
  row: Row
  rowName: (row: Row) => string
  looks: StatusLooks<Status>
  /** Explains who reads the notes. */
  hint: string
  onClose: () => void
  /** @throws where it could not be changed */
  change: (row: Row, status: Status, notes: string) => Promise<unknown>
}

/** Changes one status with a note, unless another user has changed it since it was loaded. */
export function StatusDialog<Row extends { status: Status }, Status extends string>(
  props: StatusDialogProps<Row, Status>,
) {
  const { row, rowName, looks, hint, onClose, change } = props
  const form = useCallForm<StatusValues<string>>(noStatusYet, async ({ status, notes }) => {
    await change(row, status as Status, notes)
    onClose()
  })
  return (
    <FormDialog
      title={`Change the status of ${rowName(row)}`}
      description={
        <>
          Now: <StatusBadge looks={looks} status={row.status} />
        </>
      }
      submitLabel="Change status"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <StatusFields {...{ form, looks, hint }} from={row.status} />
    </FormDialog>
  )
}

type StatusFieldsProps<Status extends string> = Pick<
  StatusDialogProps<never, Status>,
  'looks' | 'hint'
> & {
  form: Pick<ReturnType<typeof useCallForm<StatusValues<string>>>, 'register' | 'errorOf'>
  /** The current status, which is not offered. */
  from?: Status
}

/** The fields of a status change, for one row or many. */
export function StatusFields<Status extends string>(props: StatusFieldsProps<Status>) {
  const { form, looks, from, hint } = props
  return (
    <>
      <SelectField
        {...form.register('status')}
        label="New status"
        placeholder="Choose a status"
        options={statusOptions(looks, from)}
        required
        error={form.errorOf('status')}
      />
      <TextArea
        {...form.register('notes')}
        label="Notes"
        hint={hint}
        rows={3}
        maxLength={2000}
        error={form.errorOf('notes')}
      />
    </>
  )
}
