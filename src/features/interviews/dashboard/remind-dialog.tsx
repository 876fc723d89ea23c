import { useState } from 'react'
import { type ProcedureInput, useWrite, useWriteStream } from '#client/api/queries.ts'
import { BatchDialog } from '#client/resources/batch/batch-dialog.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import type { RowSelection } from '#ui/data-table/selection.ts'
import type { Interview } from '../contract.ts'
import { reminderPauseHours, remindersMax } from '../validation.ts'

type RemindDialogProps = {
  selection: RowSelection<Interview>
  filters: ProcedureInput<'interviews.remindMatching'>['filters']
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Reminds the selected applicants to choose a time, as far as they have none. */
export function RemindDialog({ filters, ...props }: RemindDialogProps) {
  // Those of the list that the user saw: the URL may change behind the dialog.
  const [seenFilters] = useState(filters)
  const remindRows = useWrite('interviews.remind')
  const remindAll = useWriteStream('interviews.remindMatching')
  return (
    <BatchDialog<Interview, Record<string, never>>
      {...props}
      noun="applicant"
      rowName={fullName}
      title="Remind to choose a time:"
      submitLabel="Remind"
      values={{}}
      becomes={() => 'reminded'}
      sendRows={(rows) => remindRows.mutateAsync({ application_ids: rows.map(({ id }) => id) })}
      sendAll={({ total, seenAt }, _, signal) =>
        remindAll({ filters: seenFilters, seen_at: seenAt, seen_total: total }, signal)
      }
    >
      {() => (
        <>
          <p>Each gets an email with their personal link again. This cannot be undone.</p>
          <p className="text-muted text-sm">
            Only who has chosen no time is written to, at most {remindersMax} times, and never twice
            within {reminderPauseHours} hours.
          </p>
        </>
      )}
    </BatchDialog>
  )
}
