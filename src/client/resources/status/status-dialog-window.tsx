import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'
import { useCallForm } from '../../forms/use-call-form.ts'
import { useSeenRow } from '../edit/use-seen-row.ts'
import { noStatusYet, StatusFields, type StatusValues } from './status-fields.tsx'

type StatusDialogProps<Row, Status extends string> = {
  row: Row
  /** Reads the row where the refusal of a change doesn't carry it. */
  readAgain?: () => Promise<Row>
  rowName: (row: Row) => string
  looks: StatusLooks<Status>
  /** Explains who reads the notes. */
  hint: string
  onClose: () => void
  /** @throws where it could not be changed */
  change: (row: Row, status: Status, notes: string, sendEmail?: boolean) => Promise<unknown>
  /** Whether there is an email for this status. */
  isEmailed?: (status: string) => boolean
}

/** Changes one status with a note, unless another user has changed it since the dialog opened. */
export function StatusDialogWindow<Row extends { status: Status }, Status extends string>(
  props: StatusDialogProps<Row, Status>,
) {
  const { rowName, looks, hint, onClose, change, isEmailed } = props
  const { seen, send } = useSeenRow(props.row, props.readAgain)
  const form = useCallForm<StatusValues<string>>(
    { ...noStatusYet, send_email: true },
    async ({ status, notes, send_email }) => {
      // The one that a colleague has chosen as well is offered no more.
      if (status === '' || status === seen.status) {
        form.setError('status', { message: 'Please choose a status' }, { shouldFocus: true })
        return
      }
      await send(change(seen, status as Status, notes, send_email))
      onClose()
    },
  )
  return (
    <FormDialog
      title={`Change the status of ${rowName(seen)}`}
      description={
        <>
          Now: <StatusBadge looks={looks} status={seen.status} />
        </>
      }
      submitLabel="Change status"
      {...form.dialog}
      onClose={onClose}
    >
      <StatusFields
        form={form}
        looks={looks}
        hint={hint}
        isEmailed={isEmailed?.(form.watch('status'))}
        from={seen.status}
      />
    </FormDialog>
  )
}
