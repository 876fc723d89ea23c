import { useWrite } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch-dialog.tsx'
import type { Selection } from '#ui/data-table/selection.ts'
import {
  ApplicationStatusFields,
  type ApplicationStatusValues,
  noStatusYet,
} from './application-status-fields.tsx'

type ApplicationBatchDialogProps = {
  selection: Selection<number>
  nameOf: (id: number) => string
  onClose: () => void
}

const validate = ({ status }: ApplicationStatusValues) =>
  status === '' ? { status: 'Please choose a status' } : {}

/** Changes the status of all selected applications. */
export function ApplicationBatchDialog(props: ApplicationBatchDialogProps) {
  const change = useWrite('applications.changeStatuses')
  return (
    <BatchDialog<number, ApplicationStatusValues>
      {...props}
      noun="application"
      title="Change the status of"
      submitLabel="Change status"
      values={noStatusYet}
      validate={validate}
      send={(application_ids, values) => change.mutateAsync({ application_ids, ...values })}
    >
      {(form) => (
        <ApplicationStatusFields
          form={form}
          hint="Kept in the history of each. The applicants do not see them."
        />
      )}
    </BatchDialog>
  )
}
