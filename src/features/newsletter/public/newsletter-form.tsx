import { type FormEvent, useId, useState } from 'react'
import { emailLengthMax, isEmail } from '#shared/validation.ts'
import { classNames } from '#ui/class-names.ts'
import { notify } from '#ui/feedback/notify.ts'
import { HoneypotField } from '#ui/forms/honeypot-field.tsx'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { showErrors } from '#ui/forms/show-errors.ts'
import { subscribeMessages } from '../validation.ts'

type State = 'idle' | 'submitting' | 'subscribed'

type NewsletterFormProps = {
  className?: string
  /** What a browser without JavaScript has posted, and what was wrong with it. */
  posted?: { email: string; error: string } | undefined
}

/** Takes an e-mail address for the newsletter. Without JavaScript it posts to a page of its own. */
export function NewsletterForm({ className, posted }: NewsletterFormProps) {
  const id = useId()
  const [state, setState] = useState<State>('idle')
  const [error, setError] = useState(posted?.error)

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'submitting') return
    const form = event.currentTarget
    const field = form.elements.namedItem('email') as HTMLInputElement
    const isValid = isEmail(field.value.trim())
    setError(isValid ? undefined : subscribeMessages.email)
    if (!isValid) return field.focus()
    setState('submitting')
    showErrors([])
    const failure = await import('./subscribe.ts').then(
      ({ subscribe }) => subscribe(new FormData(form)),
      () => subscribeMessages.failure,
    )
    if (failure) {
      setState('idle')
      showErrors([failure])
    } else {
      field.value = ''
      setState('subscribed')
      notify({ type: 'success', message: subscribeMessages.success })
    }
    // The button lost the focus when it was disabled.
    if (document.activeElement === document.body) field.focus({ preventScroll: true })
  }

  return (
    <form
      method="post"
      action="/newsletter"
      noValidate
      onSubmit={handleSubmit}
      className={classNames('max-w-md', className)}
    >
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          Email for the newsletter
        </label>
        <input
          id={id}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="Your email address"
          maxLength={emailLengthMax}
          required
          defaultValue={posted?.email}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onChange={() => {
            setError(undefined)
            if (state === 'subscribed') setState('idle')
          }}
          className="block min-h-12 w-full rounded border border-control bg-raised py-2.5 pr-14 pl-3.5 text-text placeholder:text-muted hover:border-muted aria-invalid:border-error"
        />
        <button
          type="submit"
          disabled={state === 'submitting'}
          aria-label={state === 'subscribed' ? 'Subscribed' : 'Subscribe'}
          className="absolute inset-y-1 right-1 grid w-11 place-items-center rounded-sm bg-primary text-on-primary hover:bg-primary-strong disabled:opacity-55"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="size-5 fill-none stroke-2 stroke-current"
          >
            <path d={state === 'subscribed' ? 'm4 10.5 4 4 8-9' : 'M3 10h13m-5-6 6 6-6 6'} />
          </svg>
        </button>
      </div>
      <HoneypotField />
      <PrivacyNote section="newsletter" className="mt-2">
        Only for our emails; one click ends them.
      </PrivacyNote>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </form>
  )
}
