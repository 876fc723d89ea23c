import type { ReactNode } from 'react'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import type { FormPayload } from '#shared/validation.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { CheckboxField } from '#ui/forms/choice-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { EmailField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import { type CommentField, commentForms } from '../validation.ts'
import type { RefusedComment } from './form-action.ts'

/** The first field of the reply form, which a URL's fragment scrolls to and focuses. */
export const replyFieldId = 'reply'

type CommentFormProps = {
  label: string
  submitLabel: string
  /** The article of a new comment, or the parent comment of a reply. */
  subject: { news_id: number } | { comment_id: number }
  formToken: string
  refused: RefusedComment | null
  onPost: (payload: FormPayload<CommentField>) => Promise<void>
  /** Called on every change with whether the form contains text. */
  onTyped: (isFilled: boolean) => void
  /** Called once it is stored, with whether it contains what was typed while it was sent. */
  onStored: (isTypedOn: boolean) => void
  /** Whether a visitor opened the form, so that it takes the focus. */
  isAsked?: boolean
  /** Shown beside the submit button. */
  children?: ReactNode
}

/** The form for a comment or a reply. Without JavaScript it posts to the page. */
export function CommentForm(props: CommentFormProps) {
  const { label, submitLabel, subject, formToken, refused, onPost, isAsked } = props
  const isReply = 'comment_id' in subject
  const form = commentForms[isReply ? 'reply' : 'comment']
  const { formProps, field, errors, isBusy } = usePublicForm(form, {
    refused,
    onTyped: props.onTyped,
    onStored: props.onStored,
    async send(payload) {
      if ('news_id' in subject && !subject.news_id) {
        // Another server of the API may have sent the article without one.
        console.error('The article of this comment has no id')
        return false
      }
      await onPost(payload)
      return true
    },
    onRefused() {
      notify({ type: 'error', message: form.failure, durationMs: 3_000 })
    },
  })
  return (
    <form
      {...formProps}
      // Without JavaScript the page reloads, and scrolls to this form.
      action={isReply ? `#comment-${subject.comment_id}` : '#comments'}
      aria-label={label}
      className="grid gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('name')}
          {...(isReply && { id: replyFieldId })}
          label="Name"
          autoComplete="name"
          autoFocus={isAsked}
          // The comment stays in view above it.
          className="[&_input]:scroll-mt-[50vh]"
        />
        <EmailField {...field('email')} hint="Never shown to anybody" />
      </div>
      <TextArea {...field('message')} label="Message" rows={4} />
      <CheckboxField
        name="notify"
        value="true"
        defaultChecked={refused?.values.notify === 'true'}
        label="Tell me when somebody answers"
        hint="By email, once you have confirmed the first one."
      />
      {Object.entries(subject).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SpamFields formToken={refused?.formToken || formToken} />
      <FormError isNotified={errors.summary === form.failure}>{errors.summary}</FormError>
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
