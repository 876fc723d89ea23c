import { useState } from 'react'
import { useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch-dialog.tsx'
import { fullName } from '#shared/full-name.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import type { Application, ApplicationFilters } from '../contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import {
  ApplicationStatusFields,
  type ApplicationStatusValues,
  noStatusYet,
} from './application-status-fields.tsx'

type ApplicationBatchDialogProps = {
  selection: RowSelection<Application>
  filters: ApplicationFilters
  onClose: () => void
}

const validate = ({ status }: ApplicationStatusValues) =>
  status === '' ? { status: 'Please choose a status' } : {}

/** Changes the status of all selected applications, unless a colleague has changed it since it was shown. */
export function ApplicationBatchDialog({ filters, ...props }: ApplicationBatchDialogProps) {
  // Those of the list that the user saw: the address may change behind the dialog.
  const [seenFilters] = useState(filters)
  const changeRows = useWrite('applications.changeStatuses')
  const changeAll = useWriteStream('applications.changeMatching')
  return (
    <BatchDialog<Application, ApplicationStatusValues>
      {...props}
      noun="application"
      rowName={fullName}
      title="Change the status of"
      submitLabel="Change status"
      values={noStatusYet}
      validate={validate}
      sendRows={(rows, values) =>
        changeRows.mutateAsync({
          application_ids: rows.map(({ id }) => id),
          expected_statuses: Object.fromEntries(rows.map(({ id, status }) => [id, status])),
          ...values,
        })
      }
      sendAll={({ total, seenAt }, { notes, ...values }, signal) => {
        const status = values.status as ApplicationStatus
        const seen = { seen_at: seenAt, seen_total: total }
        return changeAll({ filters: seenFilters, ...seen, status, notes }, signal)
      }}
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
