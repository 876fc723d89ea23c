import { type ChangeEvent, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { type ContactField, contactRules } from '../validation.ts'
import {
  type ContactErrors,
  type ContactValues,
  type Inquiry,
  inquiries,
  inquiryNamed,
  isSuggested,
  subjectOf,
} from './inquiries.ts'
import { useContactForm } from './use-contact-form.ts'

type ContactFormProps = {
  inquiry: Inquiry
  /** Tells when the form was opened. */
  formToken: string
  /** The subject that the address names, such as an event's. */
  subject?: string | undefined
  /** What a browser without JavaScript has posted, and what was wrong with it. */
  posted?: { values: ContactValues; errors: ContactErrors; problem?: string } | undefined
}

/** The contact form. Without JavaScript it posts to its page. */
export function ContactForm(props: ContactFormProps) {
  const { inquiry, formToken, subject: named, posted } = props
  const { errors, problem, isBusy, handleSubmit, handleChange } = useContactForm(posted ?? {})
  const subject = useRef<HTMLInputElement>(null)

  function chooseInquiry(event: ChangeEvent<HTMLSelectElement>) {
    const chosen = inquiryNamed(event.target.value)
    if (!subject.current || !isSuggested(subject.current.value)) return
    subject.current.value = subjectOf(chosen)
    handleChange('subject', subject.current.value)
  }

  const field = (name: ContactField) => ({
    name,
    error: errors[name],
    defaultValue: posted?.values[name] ?? '',
    maxLength: contactRules[name].lengthMax,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      handleChange(name, event.target.value),
    required: true,
  })
  return (
    <form
      method="post"
      action="/contact"
      noValidate
      onSubmit={handleSubmit}
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      <SelectField
        label="What is it about?"
        options={inquiries}
        defaultValue={inquiry}
        onChange={chooseInquiry}
        className="sm:col-span-2"
      />
      <TextField {...field('full_name')} label="Full name" autoComplete="name" />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <TextField
        {...field('phone')}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className="sm:col-span-2"
      />
      <TextField
        {...field('subject')}
        ref={subject}
        defaultValue={posted?.values.subject ?? named ?? subjectOf(inquiry)}
        label="Subject"
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextArea {...field('message')} label="Message" rows={6} className="sm:col-span-2" />
      <input type="hidden" name="form_token" value={formToken} />
      <HoneypotField />
      <div className="flex flex-col gap-4 sm:col-span-2">
        <FormError>{problem}</FormError>
        <Button
          type="submit"
          size="lg"
          isBusy={isBusy}
          busyLabel="Sending…"
          className="w-full sm:w-auto sm:self-start"
        >
          Send Message
        </Button>
        <PrivacyNote section="contact">
          We answer within 24 hours. Your details are used to answer you, and for nothing else.
        </PrivacyNote>
      </div>
    </form>
  )
}
