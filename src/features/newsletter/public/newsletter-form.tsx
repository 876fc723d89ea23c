import { useId, useState } from 'react'
import { SpamFields, usePublicForm } from '#client/forms/use-public-form.tsx'
import type { RefusedForm } from '#shared/validation.ts'
import { classNames } from '#ui/class-names.ts'
import { notify } from '#ui/feedback/notify.ts'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { showErrors } from '#ui/forms/show-errors.ts'
import { confirmNote, newsletterForm } from '../validation.ts'

type NewsletterFormProps = { className?: string; refused?: RefusedForm<'email'> | undefined }

/** Subscribes to the newsletter. Without JavaScript it posts to `/newsletter`. */
export function NewsletterForm({ className, refused }: NewsletterFormProps) {
  const id = useId()
  const [isSubscribed, setIsSubscribed] = useState(false)
  const { formProps, field, errors, isBusy } = usePublicForm(newsletterForm, {
    refused,
    async send(payload) {
      showErrors([])
      const { api } = await import('#client/api/client.ts')
      await api.newsletter.subscribe(payload)
      setIsSubscribed(true)
      notify({ type: 'success', message: newsletterForm.success })
      return true
    },
    onRefused(_errors, { status, reason, fields, detail }) {
      const isOffline = status === null && !navigator.onLine
      const failure = isOffline ? detail : newsletterForm.failure
      showErrors([reason ?? fields.email?.[0] ?? failure])
    },
  })
  const { error, onChange, ...email } = field('email')
  return (
    <form {...formProps} action="/newsletter" className={classNames('max-w-md', className)}>
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          Email for the newsletter
        </label>
        <input
          {...email}
          id={id}
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="Your email address"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => {
            onChange(event)
            setIsSubscribed(false)
          }}
          className="block min-h-12 w-full rounded border border-control bg-raised py-2.5 pr-14 pl-3.5 text-text placeholder:text-muted hover:border-muted aria-invalid:border-error"
        />
        <button
          type="submit"
          disabled={isBusy}
          aria-label={isSubscribed ? 'Subscribed' : 'Subscribe'}
          className="absolute inset-y-1 right-1 grid w-11 place-items-center rounded-sm bg-primary text-on-primary hover:bg-primary-strong disabled:opacity-55"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="size-5 fill-none stroke-2 stroke-current"
          >
            <path d={isSubscribed ? 'm4 10.5 4 4 8-9' : 'M3 10h13m-5-6 6 6-6 6'} />
          </svg>
        </button>
      </div>
      <SpamFields />
      <PrivacyNote section="newsletter" className="mt-2">
        Only for our emails; one click ends them.
      </PrivacyNote>
      {isSubscribed && <p className="mt-2 font-medium text-sm">{confirmNote}</p>}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 font-medium text-error text-sm">
          {error}
        </p>
      )}
      {refused && !error && errors.summary && (
        <p role="alert" className="mt-2 font-medium text-error text-sm">
          {errors.summary}
        </p>
      )}
    </form>
  )
}
