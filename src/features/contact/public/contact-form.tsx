import { type ChangeEvent, useRef, useState } from 'react'
import { api } from '#client/api/client.ts'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import { type RefusedForm, readValues } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { dismiss, notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { showErrors } from '#ui/forms/show-errors.ts'
import { EmailField, PhoneField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import { contactForm, contactRules, contactSent } from '../validation.ts'
import { type Inquiry, inquiries, inquiryNamed, isSuggested, subjectOf } from './inquiries.ts'

type ContactFormProps = {
  inquiry: Inquiry
  formToken: string
  /** The subject named in the URL, such as an event's. */
  subject?: string
  refused?: RefusedForm<keyof typeof contactRules>
  /** Whether something is typed, about which the form asks before it is left. */
  isTyped: boolean
  onTyped: (isTyped: boolean) => void
}

/** The contact form. It shows success on submit, and replaces it by an error if the request fails. */
export function ContactForm(props: ContactFormProps) {
  const { inquiry, formToken, subject: named, refused, isTyped } = props
  const notice = useRef(0)
  const [notified, setNotified] = useState('')
  const { formProps, field, errors, isBusy, validateAgain } = usePublicForm(contactForm, {
    refused,
    onTyped: () => props.onTyped(readIsTyped()),
    onStored: () => props.onTyped(readIsTyped()),
    async send(payload) {
      showErrors([])
      notice.current = notify({ type: 'success', message: contactSent })
      await api.contact.send(payload)
      return true
    },
    onRefused({ summary }, { isLost }) {
      dismiss(notice.current)
      // Who has left in the meantime has no form any more that keeps the message.
      const gone = `Your message could not be ${isLost ? 'confirmed' : 'sent'}.`
      const problem = formProps.ref.current ? summary : gone
      showErrors(problem ? [problem] : [])
      setNotified(problem ?? '')
    },
  })
  const subject = useRef<HTMLInputElement>(null)

  /** A subject that the page has suggested is not typed. */
  function readIsTyped() {
    const form = formProps.ref.current
    if (!form) return false
    const { subject, ...others } = readValues(contactRules, new FormData(form))
    return Object.values(others).some(Boolean) || !(subject === named || isSuggested(subject))
  }

  function chooseInquiry(event: ChangeEvent<HTMLSelectElement>) {
    const chosen = inquiryNamed(event.target.value)
    if (!subject.current || !isSuggested(subject.current.value)) return
    subject.current.value = subjectOf(chosen)
    validateAgain('subject', subject.current.value)
  }

  return (
    <form
      {...formProps}
      action="/contact#contact-form"
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
      <EmailField {...field('email')} />
      <PhoneField {...field('phone')} className="sm:col-span-2" />
      <TextField
        {...field('subject')}
        ref={subject}
        defaultValue={refused?.values.subject ?? named ?? subjectOf(inquiry)}
        label="Subject"
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextArea {...field('message')} label="Message" rows={6} className="sm:col-span-2" />
      <SpamFields formToken={refused?.formToken || formToken} />
      <div className="flex flex-col gap-4 sm:col-span-2">
        <FormError isNotified={errors.summary === notified}>{errors.summary}</FormError>
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
      <LeaveGuard what="message" isFilled={isTyped} isSending={isBusy} />
    </form>
  )
}
