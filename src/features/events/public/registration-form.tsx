import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type RegistrationField, registrationFields, registrationRules } from '../validation.ts'
import {
  findRefusal,
  type Refusal,
  type RegistrationValues,
  refusalOf,
  registrationPayload,
  registrationValues,
} from './registration-values.ts'

/** What a browser without JavaScript has posted, and what was wrong with it. */
export type RefusedRegistration = Refusal & { values: RegistrationValues; formToken: string }

type RegistrationFormProps = {
  eventId: number
  /** Tells when the form was opened. */
  formToken: string
  refused: RefusedRegistration | null
  onDone: () => void
}

const nothingWrong: Refusal = { errors: {}, problem: '' }

/** Registers for an event. Without JavaScript it posts to its page. */
export function RegistrationForm({ eventId, formToken, refused, onDone }: RegistrationFormProps) {
  const [{ errors, problem }, setRefusal] = useState<Refusal>(refused ?? nothingWrong)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function refuse(refusal: Refusal) {
    setRefusal(refusal)
    const first = registrationFields.find((field) => refusal.errors[field])
    const control = first && form.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    const found = findRefusal(registrationValues(fields))
    if (found) return refuse(found)
    setRefusal(nothingWrong)
    setIsBusy(true)
    try {
      const { api } = await import('#client/api/client.ts')
      await api.eventRegistrations.register({ id: eventId, ...registrationPayload(fields) })
      onDone()
    } catch (error) {
      refuse(refusalOf(error))
      setIsBusy(false)
    }
  }

  const field = (name: RegistrationField) => ({
    name,
    error: errors[name],
    defaultValue: refused?.values[name] ?? '',
    maxLength: registrationRules[name].lengthMax,
  })
  return (
    <form
      ref={form}
      method="post"
      action={`/events/${eventId}#register`}
      noValidate
      onSubmit={handleSubmit}
      className="grid gap-5"
    >
      <TextField {...field('full_name')} label="Full name" autoComplete="name" required />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
      />
      <TextField
        {...field('phone')}
        label="Phone (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <TextField
        {...field('organisation')}
        label="Organisation (optional)"
        autoComplete="organization"
      />
      <input type="hidden" name="form_token" value={refused?.formToken || formToken} />
      <HoneypotField />
      <FormError>{problem}</FormError>
      <Button type="submit" size="lg" isBusy={isBusy} busyLabel="Registering…">
        Register Now
      </Button>
      <PrivacyNote section="events">
        Your details go to the organisers of this event alone, and are deleted 90 days after it.
      </PrivacyNote>
    </form>
  )
}
