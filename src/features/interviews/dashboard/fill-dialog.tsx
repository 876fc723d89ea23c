import { useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useReadAll, useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { Interview } from '../contract.ts'
import { slotTime } from '../slot-time.ts'
import type { Slot } from '../slots-contract.ts'

type FillDialogProps = {
  slot: Slot
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Books a free time for somebody who is invited and has chosen none. */
export function FillDialog({ slot, onClose, onChanged }: FillDialogProps) {
  const invited = useReadAll('interviews.list', {
    cohort_id: [slot.cohort],
    state: ['INVITED'],
    is_closed: false,
    ordering: 'name',
  })
  /** As they were when they were chosen: who books a time themselves then leaves the list. */
  const [chosen, setChosen] = useState<Interview>()
  const people = withChosen(invited.data, chosen)
  const book = useWrite('interviews.book')
  const form = useCallForm({ person: '' }, async ({ person }) => {
    if (person === '') {
      form.setError('person', { message: 'Please choose an applicant' }, { shouldFocus: true })
      return
    }
    const booked = await book.mutateAsync({
      id: Number(person),
      slot: slot.id,
      expected_updated_at: chosen?.updated_at,
    })
    onChanged({ text: `${fullName(booked)}: ${slotTime(slot)}. The email went to the outbox.` })
    onClose()
  })
  const person = form.field('person')
  return (
    <FormDialog
      title={`Book ${slotTime(slot)}`}
      description={slot.cohort_name}
      submitLabel="Book"
      {...form.dialog}
      onClose={onClose}
    >
      {invited.error && !people ? (
        <ErrorState text={parseApiError(invited.error).detail} onRetry={invited.refetch} />
      ) : people?.length === 0 ? (
        <p className="rounded bg-sand px-4 py-3 text-sm">
          Everybody who is invited has a time, or is rejected or withdrawn. Whoever is not invited
          is booked on the page of the application.
        </p>
      ) : (
        <SelectField
          {...person}
          onChange={(event) => {
            setChosen(people?.find(({ id }) => String(id) === event.target.value))
            return person.onChange(event)
          }}
          label="Applicant"
          placeholder={people ? 'Choose an applicant' : 'Loading...'}
          options={(people ?? []).map((one) => ({ value: String(one.id), label: labelOf(one) }))}
          hint="The applicant gets an email with the time and a file for the calendar."
          required
        />
      )}
    </FormDialog>
  )
}

/** A name, and why somebody may not be meant: who is to be interviewed is shortlisted and has a spot. */
function labelOf(one: Interview) {
  if (one.status === 'ACCEPTED') return `${fullName(one)} (accepted)`
  return one.waiting_since ? `${fullName(one)} (waiting list)` : fullName(one)
}

const withChosen = (listed: Interview[] | undefined, chosen: Interview | undefined) =>
  listed && chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen, ...listed] : listed
