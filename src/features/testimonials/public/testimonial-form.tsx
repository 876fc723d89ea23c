import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import type { RefusedForm } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { submitByKeys } from '#ui/forms/submit-by-keys.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import { testimonialForm, type testimonialRules } from '../validation.ts'

type TestimonialFormProps = {
  formToken: string
  refused: RefusedForm<keyof typeof testimonialRules> | undefined
  /** @param isTypedOn whether more was typed since, which the form keeps */
  onSent: (isTypedOn: boolean) => void
}

/** The form for a testimonial. Without JavaScript it posts to the page. */
export function TestimonialForm({ formToken, refused, onSent }: TestimonialFormProps) {
  const [isFilled, setIsFilled] = useState(refused !== undefined)
  const { formProps, field, errors, isBusy } = usePublicForm(testimonialForm, {
    refused,
    onTyped: setIsFilled,
    onStored(isTypedOn) {
      setIsFilled(isTypedOn)
      onSent(isTypedOn)
    },
    async send(payload) {
      await api.testimonials.create(payload)
      return true
    },
  })
  return (
    <form
      {...formProps}
      action="/testimonial#testimonial"
      onKeyDown={(event) => !isBusy && submitByKeys(event)}
      className="grid max-w-2xl gap-5"
    >
      <TextField {...field('full_name')} label="Full name" autoComplete="name" />
      <TextField
        {...field('title')}
        label="Who you are"
        hint="Such as your position and company, or the cohort you graduated from."
        autoComplete="organization-title"
      />
      <TextArea {...field('description')} label="Your testimonial" rows={6} />
      <SpamFields formToken={refused?.formToken || formToken} />
      <FormError>{errors.summary}</FormError>
      <div>
        <Button type="submit" size="lg" isBusy={isBusy} aria-keyshortcuts="Control+Enter">
          Send testimonial
        </Button>
      </div>
      <PrivacyNote section="testimonials">
        Your name and what you write will be public. You can have it taken down whenever you like.
      </PrivacyNote>
      <LeaveGuard what="testimonial" isFilled={isFilled} isSending={isBusy} />
    </form>
  )
}
