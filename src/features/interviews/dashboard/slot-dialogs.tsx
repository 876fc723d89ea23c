import { useState } from 'react'
import { ApiError, parseApiError } from '#client/api/errors.ts'
import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { EditDialog } from '#client/resources/edit/edit-dialog.tsx'
import type { UndoableChange } from '#client/resources/undo/undo-strip.tsx'
import { localTime } from '#shared/company.ts'
import { pluralize } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { slotTime } from '../slot-time.ts'
import type { Slot } from '../slots-contract.ts'
import { slotMessageLengthMax } from '../validation.ts'
import { BookDialog } from './book-dialog.tsx'
import { FillDialog } from './fill-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { SlotFields } from './slot-fields.tsx'
import type { SlotAction } from './slot-row.tsx'
import { UnbookDialog } from './unbook-dialog.tsx'

type SlotDialogsProps = {
  open: SlotAction
  onClose: () => void
  onChanged: (change: UndoableChange) => void
}

/** What the menu of a time opens. */
export function SlotDialogs({ open, onClose, onChanged }: SlotDialogsProps) {
  if (open.dialog === 'cancel') {
    return <CancelDialog seen={open.slots} onClose={onClose} onChanged={onChanged} />
  }
  const { slot } = open
  if (open.dialog === 'edit') return <SlotDialog slot={slot} onClose={onClose} />
  if (!('booked' in open)) return <FillDialog slot={slot} onClose={onClose} onChanged={onChanged} />
  const person = { ...open.booked, cohort: slot.cohort, slot }
  if (open.dialog === 'move')
    return <BookDialog person={person} onClose={onClose} onChanged={onChanged} />
  if (open.dialog === 'unbook')
    return <UnbookDialog person={person} onClose={onClose} onChanged={onChanged} />
  return <NoteDialog person={person} onClose={onClose} />
}

const valuesOf = (slot: Slot | undefined) => ({
  starts_at: slot ? localTime(new Date(slot.starts_at)) : '',
  ends_at: slot ? localTime(new Date(slot.ends_at)) : '',
  place: slot?.place ?? '',
  link: slot?.link ?? '',
  capacity: String(slot?.capacity ?? 1),
  panel: (slot?.panel ?? []).map(String),
})

type SlotValues = ReturnType<typeof valuesOf>

/** Changes a time. */
function SlotDialog({ slot, onClose }: { slot: Slot; onClose: () => void }) {
  const update = useWrite('interviews.updateSlot')
  const [booked, setBooked] = useState(slot.booked)
  const { length } = booked

  async function save(values: SlotValues, seen = slot, initial = values) {
    const isSame = (name: 'starts_at' | 'ends_at') => values[name] === initial[name]
    try {
      return await update.mutateAsync({
        ...values,
        id: slot.id,
        expected_updated_at: seen.updated_at,
        seen_booked: length,
        // The fields cut off the seconds.
        starts_at: isSame('starts_at') ? undefined : values.starts_at,
        ends_at: isSame('ends_at') ? undefined : values.ends_at,
      })
    } catch (error) {
      const { status, reason, current } = parseApiError(error)
      if (!current) throw error
      const now = current as Slot
      setBooked(now.booked)
      // Nothing but bookings is new: there is no version to choose, and what was typed can be saved again.
      throw now.updated_at === seen.updated_at ? new ApiError(status, reason) : error
    }
  }

  return (
    <EditDialog
      noun="time"
      savedBy="interviews.updateSlot"
      row={slot}
      rowName={slotTime}
      valuesOf={valuesOf}
      onClose={onClose}
      save={save}
    >
      {(field) => (
        <>
          {length > 0 && (
            <p className="rounded bg-sand px-4 py-3 text-sm">
              {length === 1 ? booked.map(fullName) : pluralize(length, 'applicant')}{' '}
              {length === 1 ? 'has' : 'have'} booked it, and {length === 1 ? 'is' : 'are'} written
              to when the time, the place or the link changes.
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...field('starts_at')} label="From" type="datetime-local" required />
            <TextField {...field('ends_at')} label="Until" type="datetime-local" required />
          </div>
          <SlotFields field={field} />
        </>
      )}
    </EditDialog>
  )
}

type CancelDialogProps = Omit<SlotDialogsProps, 'open'> & { seen: readonly Slot[] }

/** Deletes times, and tells those who have booked them. */
function CancelDialog({ seen, onClose, onChanged }: CancelDialogProps) {
  const [slots, setSlots] = useState(seen)
  const cancel = useWrite('interviews.cancelSlots')
  const booked = slots.flatMap((slot) => slot.booked)
  const { length } = booked
  const what = nameOf(slots)
  const form = useCallForm({ message: '' }, async ({ message }) => {
    const slot_ids = slots.map(({ id }) => id)
    const { succeeded, failed } = await cancel
      .mutateAsync({ slot_ids, message, seen_booked: length })
      .catch((error: unknown) => {
        const { current } = parseApiError(error)
        if (current) setSlots(withCurrent(slots, (current as { slots: Slot[] }).slots))
        throw error
      })
    if (failed[0] && succeeded.length === 0) {
      form.setProblem(failed[0].detail)
      return
    }
    const gone = slots.filter(({ id }) => succeeded.includes(id))
    const emails = gone.flatMap((slot) => slot.booked).length
    const told = emails > 0 ? ` ${pluralize(emails, 'email')} went to the outbox.` : ''
    const left = failed[0] ? ` ${pluralize(failed.length, 'time')} stayed: ${failed[0].detail}` : ''
    const verb = gone.length === 1 ? 'is' : 'are'
    onChanged({ text: `${nameOf(gone)} ${verb} cancelled.${told}${left}` })
    onClose()
  })
  return (
    <FormDialog
      title={`Cancel ${what}?`}
      description={
        length === 0
          ? 'Nobody has booked. This cannot be undone.'
          : `${namesOf(booked)} ${length === 1 ? 'has' : 'have'} booked. Whoever is shortlisted can choose another time. This cannot be undone.`
      }
      submitLabel={length > 0 ? `Cancel, send ${pluralize(length, 'email')}` : 'Delete'}
      closeLabel="Keep"
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      {length > 0 && (
        <TextArea
          {...form.field('message')}
          label="Your words in the email (optional)"
          hint="Why, for instance."
          rows={3}
          maxLength={slotMessageLengthMax}
        />
      )}
    </FormDialog>
  )
}

/** The slots that were to be cancelled, with whoever has booked them meanwhile. */
const withCurrent = (slots: readonly Slot[], current: readonly Slot[]) =>
  slots.map((slot) => current.find(({ id }) => id === slot.id) ?? slot)

const nameOf = (slots: readonly Slot[]) =>
  slots.length === 1 ? slots.map(slotTime).join() : pluralize(slots.length, 'time')

const namedMax = 5

function namesOf(people: Slot['booked']) {
  const names = people.slice(0, namedMax).map(fullName).join(', ')
  const others = people.length - namedMax
  return others > 0 ? `${names} and ${others} more` : names
}
