import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import type { RefusedForm } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { EmailField, PhoneField, TextField } from '#ui/forms/text-field.tsx'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import { type RegistrationField, registrationForm } from '../validation.ts'

type RegistrationFormProps = {
  eventId: number
  formToken: string
  refused: RefusedForm<RegistrationField> | null
  /** @param isTypedOn whether more was typed since, which the form keeps */
  onDone: (isTypedOn: boolean) => void
}

/** Registers for an event. Without JavaScript it posts to the page. */
export function RegistrationForm({ eventId, formToken, refused, onDone }: RegistrationFormProps) {
  const [isFilled, setIsFilled] = useState(refused !== null)
  const { formProps, field, errors, isBusy } = usePublicForm(registrationForm, {
    refused,
    onTyped: setIsFilled,
    onStored(isTypedOn) {
      setIsFilled(isTypedOn)
      onDone(isTypedOn)
    },
    async send(payload) {
      await api.eventRegistrations.register({ id: eventId, ...payload })
      return true
    },
  })
  return (
    <form {...formProps} action={`/events/${eventId}#register`} className="grid gap-5">
      <TextField {...field('full_name')} label="Full name" autoComplete="name" />
      <EmailField {...field('email')} />
      <PhoneField {...field('phone')} label="Phone (optional)" />
      <TextField
        {...field('organisation')}
        label="Organisation (optional)"
        autoComplete="organization"
      />
      <SpamFields formToken={refused?.formToken || formToken} />
      <FormError>{errors.summary}</FormError>
      <Button type="submit" size="lg" isBusy={isBusy} busyLabel="Registering…">
        Register Now
      </Button>
      <PrivacyNote section="events">
        Your details go to the organisers of this event alone, and are deleted 90 days after it.
      </PrivacyNote>
      <LeaveGuard what="registration" isFilled={isFilled} isSending={isBusy} />
    </form>
  )
}
