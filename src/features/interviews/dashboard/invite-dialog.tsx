import { useState } from 'react'
import { type ProcedureInput, useRead, useWrite, useWriteStream } from '#client/api/queries.ts'
import { useMailNote } from '#client/mail-note.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import type { Application } from '#features/applications/contract.ts'
import { pluralize } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { classNames } from '#ui/class-names.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import { canChooseTime, changeHours } from '../validation.ts'

export type InviteDialogProps = {
  selection: RowSelection<Application>
  filters: ProcedureInput<'interviews.inviteMatching'>['filters']
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Invites the selected applicants to choose a time, as far as they are shortlisted. */
export function InviteDialog({ filters, ...props }: InviteDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const mailNote = useMailNote()
  const inviteRows = useWrite('interviews.invite')
  const inviteAll = useWriteStream('interviews.inviteMatching')
  return (
    <BatchDialog<Application, Record<string, never>>
      {...props}
      noun="applicant"
      rowName={fullName}
      title="Invite to an interview:"
      submitLabel="Invite"
      values={{}}
      becomes={() => 'invited'}
      sendRows={(rows, _, batch) =>
        inviteRows.mutateAsync({ application_ids: rows.map(({ id }) => id), batch })
      }
      sendAll={({ total, seenAt }, _, signal) =>
        inviteAll({ filters: seenFilters, seen_at: seenAt, seen_total: total }, signal)
      }
    >
      {() => (
        <>
          <p>
            Each gets an email with a personal link, chooses a free time of the cohort, and can
            change or cancel it until {changeHours} hours before.{mailNote}
          </p>
          {!props.selection.all && <FreePlaces applications={[...props.selection.rows.values()]} />}
          <p className="text-muted text-sm">
            Only who is shortlisted and not yet invited is written to. The invitations can be undone
            for 24 hours, as long as no time is chosen.
          </p>
        </>
      )}
    </BatchDialog>
  )
}

// As high before it is known.
const placesClass = 'min-h-16 content-center rounded px-4 py-3 text-sm max-sm:min-h-21'

/** How many places their cohorts have, before more are invited than can come. */
function FreePlaces({ applications }: { applications: readonly Application[] }) {
  const cohorts = [...new Set(applications.map(({ cohort }) => cohort))].slice(0, 100)
  const { data, isError } = useRead('interviews.summary', { cohort_id: cohorts })
  if (!data) {
    return (
      <p role="status" className={classNames(placesClass, 'bg-sand')}>
        {isError ? 'The free places could not be counted.' : 'Counting the free places…'}
      </p>
    )
  }
  const invited = applications.filter(canChooseTime)
  const isEnough = data.free >= invited.length + data.waiting
  return (
    <p
      role="status"
      className={classNames(placesClass, isEnough ? 'bg-sand' : 'bg-warning-soft text-warning')}
    >
      {pluralize(data.free, 'place')} free
      {data.waiting > 0 &&
        `, and ${pluralize(data.waiting, 'applicant')} invited before without a time`}
      .{!isEnough && ' Make more times, or some will find none.'}
    </p>
  )
}
