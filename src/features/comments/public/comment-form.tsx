import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { emailLengthMax } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import {
  findErrors,
  type Refusal,
  readWords,
  tokenField,
  trapField,
  type WordErrors,
  wordFields,
} from './comment-fields.ts'
import type { RefusedForm } from './form-action.ts'
import type { Outcome } from './use-posting.ts'

type CommentFormProps = {
  label: string
  submitLabel: string
  /** What the form is about: the article, or the comment that it replies to. */
  subject: { news_id: number } | { comment_id: number }
  formToken: string
  /** What came of this form when it was posted without JavaScript. */
  refused: RefusedForm | null
  onPost: (form: FormData) => Promise<Outcome>
  onDone?: (outcome: { isHeld: boolean }) => void
  /** Whether it came up because somebody asked for it, and wants to type. */
  isAsked?: boolean
  /** Beside the button that sends. */
  children?: ReactNode
}

const nothingWrong: Refusal = { errors: {}, detail: '' }

/** Name, e-mail and message. Without JavaScript it posts to its page. */
export function CommentForm(props: CommentFormProps) {
  const { label, submitLabel, subject, formToken, refused, onPost, onDone, isAsked } = props
  const [refusal, setRefusal] = useState<Refusal>(refused ?? nothingWrong)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { errors, detail } = refusal

  function refuse(next: Refusal) {
    setRefusal(next)
    focusFirst(form.current, next.errors)
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const fields = new FormData(event.currentTarget)
    const found = findErrors(readWords(fields))
    if (Object.keys(found).length > 0) return refuse({ errors: found, detail: '' })
    setRefusal(nothingWrong)
    setIsBusy(true)
    const outcome = await onPost(fields)
    setIsBusy(false)
    if ('refusal' in outcome) return refuse(outcome.refusal)
    form.current?.reset()
    onDone?.(outcome)
  }

  return (
    <form
      ref={form}
      method="post"
      // Without JavaScript the page comes anew, and shows this form again.
      action={'comment_id' in subject ? `#comment-${subject.comment_id}` : '#comments'}
      aria-label={label}
      noValidate
      onSubmit={handleSubmit}
      className="grid gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          autoFocus={isAsked}
          defaultValue={refused?.words.name}
          error={errors.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={emailLengthMax}
          hint="Never shown to anybody"
          defaultValue={refused?.words.email}
          error={errors.email}
        />
      </div>
      <TextArea
        label="Message"
        name="message"
        required
        maxLength={5000}
        rows={4}
        defaultValue={refused?.words.message}
        error={errors.message}
      />
      {Object.entries(subject).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name={tokenField} value={refused?.formToken || formToken} />
      <HoneypotField name={trapField} />
      <FormError>{detail}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} busyLabel="Posting...">
          {submitLabel}
        </Button>
        {props.children}
      </div>
      <PrivacyNote section="comments">Your name and your words are shown to everybody.</PrivacyNote>
    </form>
  )
}

function focusFirst(form: HTMLFormElement | null, errors: WordErrors) {
  const name = wordFields.find((field) => errors[field])
  const control = name && form?.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
