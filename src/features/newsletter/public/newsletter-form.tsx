import { type FormEvent, useId } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { SpamFields } from '#client/forms/use-public-form.tsx'
import type { RefusedForm } from '#shared/validation.ts'
import { classNames } from '#ui/class-names.ts'
import { PrivacyNote } from '#ui/forms/privacy-note.tsx'
import { showErrors } from '#ui/forms/show-errors.ts'
import { importFetched } from '#ui/lazy/fetched-imports.ts'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import { buttonMarks, newsletterForm } from '../validation.ts'
import script from './newsletter.ts?worker&url'

type NewsletterFormProps = { className?: string; refused?: RefusedForm<'email'> }

const loadScript = () => importFetched(() => import(/* @vite-ignore */ script), [script])

/** Loads the script, which the form is then sent by. */
function startScript(event: FormEvent<HTMLFormElement>) {
  if (event.defaultPrevented) return
  event.preventDefault()
  const form = event.currentTarget
  const waiting = new AbortController()
  importWithRetry(loadScript, {
    signal: waiting.signal,
    onLost() {
      if (!navigator.onLine) {
        // As the script says it.
        showErrors([parseApiError(null).detail])
        waiting.abort()
      }
      return () => {}
    },
  }).then(
    () => {
      showErrors([])
      form.requestSubmit()
    },
    // A new version of the site has another one: the browser sends the form.
    () => waiting.signal.aborted || form.submit(),
  )
}

/**
 * Subscribes to the newsletter by a script of its own, which a page runs before hydration as well (`newsletter.ts`).
 * Without JavaScript it posts to `/newsletter`.
 */
export function NewsletterForm({ className, refused }: NewsletterFormProps) {
  const id = useId()
  const { fields, summary } = refused?.errors ?? { fields: {} }
  return (
    <form
      method="post"
      action="/newsletter"
      noValidate
      data-runs={script}
      onFocus={() => void loadScript().catch(() => {})}
      onSubmit={startScript}
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
          defaultValue={refused?.values.email}
          maxLength={newsletterForm.rules.email.lengthMax}
          required
          aria-invalid={fields.email ? true : undefined}
          aria-describedby={`${id}-error`}
          className="block min-h-12 w-full rounded border border-control bg-raised py-2.5 pr-14 pl-3.5 text-text placeholder:text-muted hover:border-muted aria-invalid:border-error"
        />
        <button
          type="submit"
          aria-label="Subscribe"
          className="absolute inset-y-1 right-1 grid w-11 place-items-center rounded-sm bg-primary text-on-primary hover:bg-primary-strong aria-disabled:opacity-55"
        >
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="size-5 fill-none stroke-2 stroke-current"
          >
            <path d={buttonMarks.send} />
          </svg>
        </button>
      </div>
      <SpamFields />
      <PrivacyNote section="newsletter" className="mt-2">
        Only for our emails; one click ends them.
      </PrivacyNote>
      <p
        id={`${id}-error`}
        role="alert"
        suppressHydrationWarning
        className={classNames('mt-2 font-medium text-sm empty:absolute', refused && 'text-error')}
      >
        {fields.email ?? summary ?? ''}
      </p>
    </form>
  )
}
