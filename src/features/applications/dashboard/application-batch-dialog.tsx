import { useState } from 'react'
import { useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import { partsByStatus, useMatchingCounts } from '#client/resources/batch/use-matching-counts.ts'
import {
  noStatusYet,
  StatusFields,
  type StatusValues,
} from '#client/resources/status/status-fields.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { loading } from '#ui/lazy/lazy-component.tsx'
import { statusAdjective, statusCounts } from '#ui/status-badge.tsx'
import type { Application } from '../contract.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { applicationStatusLooks } from './application-status.ts'
import { useStatusEmails } from './status-emails.tsx'

type ApplicationBatchDialogProps = {
  selection: RowSelection<Application>
  filters: ApplicationFilters
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

type ApplicationStatusValues = StatusValues<ApplicationStatus>

const validate = ({ status }: ApplicationStatusValues) =>
  status === '' ? { status: 'Please choose a status' } : {}

/** Changes the status of all selected applications, unless a colleague has changed it since it was shown. */
export function ApplicationBatchDialog({ filters, ...props }: ApplicationBatchDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const changeRows = useWrite('applications.changeStatuses')
  const changeAll = useWriteStream('applications.changeMatching')
  const isEmailed = useStatusEmails()
  const { all, rows: selected } = props.selection
  const cohorts = all ? undefined : [...selected.values()].map(({ cohort }) => cohort)
  const summaryOfAll = useMatchingCounts(
    'applications.list',
    all ? partsByStatus(applicationStatusLooks, seenFilters) : [],
  )
  // Whoever was quicker would write to people without having been asked.
  if (!isEmailed) return loading
  return (
    <BatchDialog<Application, ApplicationStatusValues>
      {...props}
      noun="application"
      rowName={fullName}
      title="Change the status of"
      submitLabel="Change status"
      values={{ ...noStatusYet, send_email: true }}
      validate={validate}
      becomes={({ status }) => statusAdjective(applicationStatusLooks[status as ApplicationStatus])}
      summarize={(rows) => statusCounts(applicationStatusLooks, rows)}
      summaryOfAll={summaryOfAll}
      sendRows={(rows, values, batch) =>
        changeRows.mutateAsync({
          application_ids: rows.map(({ id }) => id),
          expected_statuses: Object.fromEntries(rows.map(({ id, status }) => [id, status])),
          ...values,
          batch,
        })
      }
      sendAll={({ total, seenAt }, { notes, send_email, ...values }, signal) => {
        const status = values.status as ApplicationStatus
        const seen = { seen_at: seenAt, seen_total: total }
        return changeAll({ filters: seenFilters, ...seen, status, notes, send_email }, signal)
      }}
    >
      {(form) => (
        <StatusFields
          form={form}
          looks={applicationStatusLooks}
          isEmailed={isEmailed(form.watch('status'), cohorts) ?? true}
          hint="Kept in the history of each. The applicants do not see them."
        />
      )}
    </BatchDialog>
  )
}
