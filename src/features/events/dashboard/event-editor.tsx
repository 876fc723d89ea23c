import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { EditPage } from '#client/resources/edit/edit-page.tsx'
import { useSave } from '#client/resources/edit/use-save.ts'
import { useListSearch } from '#client/resources/list/kept-search.ts'
import { ImageField } from '#client/resources/picture/image-field.tsx'
import { FormHalves } from '#ui/forms/form-halves.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { StaffEvent } from '../contract.ts'
import { eventTypeLabels } from '../validation.ts'
import { EventGate } from './event-gate.tsx'
import { eventName } from './event-status.ts'
import { type EventValues, valuesOf } from './event-values.ts'

const EventChange = lazyComponent(() => import('./event-change.tsx'), 'EventChange', null)

const pictureFrames = [
  { label: 'Card', width: 416, height: 144 },
  { label: 'Event on a phone', width: 331, height: 176 },
  { label: 'Event on a computer', width: 704, height: 240 },
]

/** Edits an event. */
export function EventEditor({ id }: { id: number }) {
  return (
    <EventGate id={id} isFresh>
      {(event) => <EventForm event={event} />}
    </EventGate>
  )
}

/** Makes an event, also as a copy of another one on a day to be chosen. */
export function NewEvent({ copiedId }: { copiedId: number | undefined }) {
  if (copiedId === undefined) return <EventForm />
  return <EventGate id={copiedId}>{(event) => <EventForm copied={event} />}</EventGate>
}

const inputOf = ({ tells, message, ...fields }: EventValues) => fields

const withoutDay = { starts_at: '', ends_at: '', registration_deadline: '' }

type EventFormProps = {
  /** The event to edit; undefined makes a new one. */
  event?: StaffEvent
  /** The event of which a new one takes everything but the day. */
  copied?: StaffEvent
}

function EventForm({ event, copied }: EventFormProps) {
  const search = useListSearch('/dashboard/events')
  const [recipients, setRecipients] = useState<number>()
  const save = useSave('events', inputOf, ({ tells, message }) =>
    tells && recipients !== undefined ? { message, seen_recipients: recipients } : {},
  )
  const categories = useRead('events.categories', undefined).data?.results ?? []

  return (
    <EditPage
      noun="event"
      savedBy="events.update"
      row={event}
      rowName={eventName}
      list={{
        path: '/dashboard/events',
        title: 'Events',
        search: copied && search,
      }}
      copyOf={copied?.id}
      valuesOf={(row) => (row || !copied ? valuesOf(row) : { ...valuesOf(copied), ...withoutDay })}
      save={save}
      isWide
    >
      {(field, control) => (
        <>
          {copied && (
            <p className="rounded bg-info-soft px-4 py-3 text-info text-sm">
              A copy of {copied.title}, of which nothing is saved yet. Please choose its day.
            </p>
          )}
          <FormHalves>
            <div>
              <FormSection level={2} title="What">
                <TextField
                  {...field('title')}
                  label="Title"
                  maxLength={160}
                  required
                  className="sm:col-span-2"
                />
                <TextArea
                  {...field('description')}
                  label="Description"
                  rows={5}
                  maxLength={2000}
                  required
                  className="sm:col-span-2"
                />
                <TextField
                  {...field('category')}
                  label="Category"
                  list="event-categories"
                  maxLength={60}
                  required
                />
                <datalist id="event-categories">
                  {categories.map((category) => (
                    <option key={category} value={category} />
                  ))}
                </datalist>
                <SelectField
                  {...field('type')}
                  label="Type"
                  placeholder="Please choose"
                  options={Object.entries(eventTypeLabels).map(([value, label]) => ({
                    value,
                    label,
                  }))}
                  required
                />
              </FormSection>
              <FormSection level={2} title="When">
                <TextField
                  {...field('starts_at')}
                  label="Start"
                  hint="In Kigali time (UTC+2)."
                  type="datetime-local"
                  autoFocus={copied !== undefined}
                  required
                />
                <TextField
                  {...field('ends_at')}
                  label="End"
                  hint="In Kigali time (UTC+2)."
                  type="datetime-local"
                  required
                />
              </FormSection>
              <FormSection level={2} title="Where">
                <TextField
                  {...field('location')}
                  label="Place"
                  hint="Online, if it is in no place."
                  maxLength={160}
                  required
                />
                <TextField
                  {...field('online_link')}
                  label="Link to join"
                  hint="Only sent to those who register."
                  type="url"
                  placeholder="https://"
                  maxLength={500}
                />
              </FormSection>
            </div>
            <div>
              <FormSection level={2} title="Picture">
                <ImageField label="Picture" control={control} name="image" frames={pictureFrames} />
                <TextField
                  {...field('image_alt')}
                  label="What the picture shows"
                  hint="For those who cannot see it. Empty, if it only decorates."
                  maxLength={200}
                  className="sm:col-span-2"
                />
              </FormSection>
              <FormSection level={2} title="Registration">
                <TextField
                  {...field('capacity')}
                  label="Places"
                  hint={
                    event && event.registered > 0
                      ? `${event.registered} of them are taken. Empty for no limit.`
                      : 'Empty for no limit.'
                  }
                  type="number"
                  inputMode="numeric"
                  min={1}
                />
                <TextField
                  {...field('registration_deadline')}
                  label="Closes"
                  hint="In Kigali time. Empty: when the event ends."
                  type="datetime-local"
                />
                <TextField
                  {...field('registration_link')}
                  label="Registration elsewhere"
                  hint="Leads there in place of the form on this site."
                  type="url"
                  placeholder="https://"
                  maxLength={500}
                  className="sm:col-span-2"
                />
              </FormSection>
            </div>
          </FormHalves>
          {event && <EventChange event={event} control={control} onRecipients={setRecipients} />}
        </>
      )}
    </EditPage>
  )
}
