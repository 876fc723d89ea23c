import { useRef } from 'react'
import { useRead, useWrite } from '#client/api/queries.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { fullName } from '#shared/full-name.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { loading } from '#ui/lazy/lazy-component.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { Interview } from '../contract.ts'
import { interviewNoteLengthMax, interviewStateLabels } from '../validation.ts'

const outcomes = [
  { value: '', label: interviewStateLabels.BOOKED },
  { value: 'DONE', label: interviewStateLabels.DONE },
  { value: 'NO_SHOW', label: interviewStateLabels.NO_SHOW },
]

const valuesOf = (interview: Interview | undefined) => ({
  outcome: interview?.outcome ?? ('' as const),
  note: interview?.note ?? '',
})

/** Notes how an interview went. */
export function NoteDialog({ person, onClose }: { person: { id: number }; onClose: () => void }) {
  const { data, error, isFetched, refetch } = useRead('interviews.ofApplication', { id: person.id })
  const update = useWrite('interviews.update')
  // Stays open when a colleague takes the invitation back: what is typed is not lost.
  const last = useRef<Interview>(undefined)
  last.current = data?.interview ?? last.current
  const interview = last.current
  if (!interview && !isFetched) return loading
  if (!interview) {
    return (
      <Dialog isOpen title="Note" onClose={onClose}>
        {data ? (
          <p>They are not invited any more.</p>
        ) : (
          <NotLoaded error={error} refetch={refetch} />
        )}
      </Dialog>
    )
  }
  const hasBegun = interview.slot && Date.parse(interview.slot.starts_at) <= Date.now()
  return (
    <EditDialog
      noun="interview"
      savedBy="interviews.update"
      row={interview}
      rowName={(row) => `the interview of ${fullName(row)}`}
      valuesOf={valuesOf}
      onClose={onClose}
      save={(values, seen = interview) =>
        update.mutateAsync({
          ...values,
          id: seen.id,
          expected_updated_at: seen.updated_at,
        })
      }
    >
      {(field) => (
        <>
          {hasBegun && <SelectField {...field('outcome')} label="How it went" options={outcomes} />}
          <TextArea
            {...field('note')}
            label="Note"
            hint="For colleagues. The applicant does not see it."
            rows={5}
            maxLength={interviewNoteLengthMax}
          />
        </>
      )}
    </EditDialog>
  )
}
