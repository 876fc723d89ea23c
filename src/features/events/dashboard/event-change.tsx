import { useEffect } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useRead } from '#client/api/queries.ts'
import { useMailNote } from '#client/mail-note.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import type { StaffEvent } from '../contract.ts'
import { peopleAre } from '../people-are.ts'
import { cancellationLengthMax, toldFields } from '../validation.ts'
import { type EventValues, valuesOf } from './event-values.ts'

type EventChangeProps = {
  event: StaffEvent
  control: Control<EventValues>
  /** Called with how many people get the email, and with undefined as long as there is nothing to tell. */
  onRecipients: (recipients: number | undefined) => void
}

/** Asks whether those registered are told of another date, time, place, link to join or title, and shows the email. */
export function EventChange({ event, control, onRecipients }: EventChangeProps) {
  const typed = useWatch({ control })
  const initial = valuesOf(event)
  const isTold = toldFields.some((field) => typed[field] !== initial[field])
  const mayTell = isTold && !event.is_past && !event.is_cancelled
  useEffect(() => {
    if (!mayTell) onRecipients(undefined)
  }, [mayTell, onRecipients])
  return (
    mayTell && (
      <Question event={event} control={control} typed={typed} onRecipients={onRecipients} />
    )
  )
}

type QuestionProps = EventChangeProps & { typed: Partial<EventValues> }

function Question({ event, control, typed, onRecipients }: QuestionProps) {
  const tells = useController({ control, name: 'tells' }).field
  const message = useController({ control, name: 'message' }).field
  const mailNote = useMailNote()
  const { title, starts_at, ends_at, location } = typed
  const { data, isError } = useRead(
    'events.change',
    { id: event.id, title, starts_at, ends_at, location },
    // What stands there stays until the email with the next letter has come.
    { staleTime: 0, keepsPrevious: true },
  )
  // Somebody may have registered since the event was read.
  const recipients = data?.recipients ?? event.registered
  useEffect(() => onRecipients(recipients), [recipients, onRecipients])
  if (recipients === 0) return null
  return (
    <FormSection level={2} title="Those registered">
      <div className="flex flex-col gap-4 sm:col-span-2">
        <CheckboxField
          label="Tell them of the change by email"
          hint={`${peopleAre(recipients)} registered. The file for their calendar comes with it.${mailNote}`}
          checked={tells.value}
          onChange={({ target }) => tells.onChange(target.checked)}
        />
        {tells.value && (
          <>
            <TextArea
              {...message}
              label="Your words in the email (optional)"
              hint="Why, for instance."
              rows={3}
              maxLength={cancellationLengthMax}
            />
            {data ? (
              <section aria-labelledby="change-email">
                <h3 id="change-email" className="mb-1.5 font-semibold text-sm">
                  The email
                </h3>
                <div className="wrap-anywhere whitespace-pre-line rounded bg-sand p-4 text-sm">
                  <p className="mb-3 font-semibold">{data.subject}</p>
                  {[data.text, message.value.trim()].filter(Boolean).join('\n\n')}
                </div>
              </section>
            ) : isError ? (
              <p role="status" className="text-muted text-sm">
                The email could not be loaded.
              </p>
            ) : (
              <Skeleton className="h-64 w-full rounded" />
            )}
          </>
        )}
      </div>
    </FormSection>
  )
}
