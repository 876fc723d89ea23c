import { ApiError, parseApiError } from '#client/api/errors.ts'
import { useReadAll, useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { useSeenRow } from '#client/resources/edit/use-seen-row.ts'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { fullName } from '#shared/full-name.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { slotTime } from '../slot-time.ts'
import type { InterviewState } from '../validation.ts'

/** An applicant, invited or not, and the time that they have. */
export type Interviewee = {
  id: number
  first_name: string
  last_name: string
  cohort: number
  slot: { id: number; starts_at: string; ends_at: string } | null
  /** The interview's state; undefined for an applicant who is not invited. */
  state?: InterviewState
  updated_at?: string
}

export type IntervieweeDialogProps = {
  person: Interviewee
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** Books a time for an applicant by hand, also after a missed one, or moves them to another. */
export function BookDialog({ person, onClose, onChanged }: IntervieweeDialogProps) {
  const { seen, send } = useSeenRow(person)
  const { id, cohort, slot: before, state, updated_at } = seen
  const isMove = before !== null && state !== 'NO_SHOW'
  const name = fullName(seen)
  const free = useReadAll('interviews.slots', {
    cohort_id: [cohort],
    is_free: true,
    when: 'upcoming',
  })
  const times = free.data?.filter((one) => one.id !== before?.id)
  const book = useWrite('interviews.book')
  const form = useCallForm({ slot: '' }, async ({ slot }) => {
    // Who was not invited when the dialog opened has no version to name.
    if (!updated_at && person.slot) await send(Promise.reject(bookedSince(person)))
    const booked = await send(book.mutateAsync({ id, slot, expected_updated_at: updated_at }))
    const when = booked.slot ? slotTime(booked.slot) : ''
    onChanged({ text: `${name}: ${when}. The email went to the outbox.` })
    onClose()
  })
  return (
    <FormDialog
      title={isMove ? `Move ${name}` : `Book a time for ${name}`}
      description={before ? `${isMove ? 'Now' : 'Missed'}: ${slotTime(before)}.` : undefined}
      submitLabel={isMove ? 'Move' : 'Book'}
      {...form.dialog}
      onClose={onClose}
    >
      {free.error && !times ? (
        <ErrorState text={parseApiError(free.error).detail} onRetry={free.refetch} />
      ) : times?.length === 0 ? (
        <p className="rounded bg-sand px-4 py-3 text-sm">
          No time of this cohort is free. Make some first.
        </p>
      ) : (
        <SelectField
          {...form.field('slot')}
          label="Time, in Kigali"
          placeholder={times ? 'Choose a time' : 'Loading...'}
          options={(times ?? []).map((slot) => ({
            value: String(slot.id),
            label: [slotTime(slot), slot.place, slot.panel_names.join(', ')]
              .filter(Boolean)
              .join(' · '),
          }))}
          hint="The applicant gets an email with the time and a file for the calendar."
          required
        />
      )}
    </FormDialog>
  )
}

const bookedSince = (person: Interviewee) =>
  new ApiError(
    409,
    `A time was booked for ${fullName(person)} meanwhile. Nothing of yours has been saved yet.`,
    {},
    person,
  )
