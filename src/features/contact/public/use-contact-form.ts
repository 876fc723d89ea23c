import { type FormEvent, useRef, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { dismiss, notify } from '#ui/feedback/notify.ts'
import { showErrors } from '#ui/forms/show-errors.ts'
import { type ContactField, contactFields, validateContactField } from '../validation.ts'
import { contactFailed, contactSent } from './contact-messages.ts'
import {
  type ContactErrors,
  type ContactValues,
  contactErrors,
  contactValues,
  formChecks,
} from './inquiries.ts'

/**
 * Sends the contact form. Success is told at submit; when the server then fails, an error takes its place and the
 * fields keep what was typed. Only a stored message clears them.
 * @param initial what a page without JavaScript found wrong
 */
export function useContactForm(initial: { errors?: ContactErrors; problem?: string }) {
  const [errors, setErrors] = useState<ContactErrors>(initial.errors ?? {})
  const [problem, setProblem] = useState(initial.problem)
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)

  function tell(form: HTMLFormElement, found: ContactErrors) {
    setErrors(found)
    const first = contactFields.find((field) => found[field])
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  async function send(form: HTMLFormElement, values: ContactValues) {
    showErrors([])
    const notice = notify({ type: 'success', message: contactSent })
    try {
      const { api } = await import('#client/api/client.ts')
      await api.contact.send({ ...values, ...formChecks(new FormData(form)) })
      // A message that was begun in the meantime is another one, and stays.
      if (isUnchanged(form, values)) clear(form)
    } catch (error) {
      dismiss(notice)
      const { status, detail, fields } = parseApiError(error)
      const known = contactFields.flatMap((field) =>
        fields[field] ? [[field, fields[field].join(' ')]] : [],
      )
      const message = status === null ? contactFailed : known.length > 0 ? undefined : detail
      showErrors([message ?? 'Please check the fields.'])
      setProblem(message)
      tell(form, Object.fromEntries(known))
    }
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const form = event.currentTarget
    const values = contactValues(new FormData(form))
    const found = contactErrors(values)
    setProblem(undefined)
    tell(form, found)
    if (Object.keys(found).length > 0) return
    isSending.current = true
    setIsBusy(true)
    await send(form, values)
    isSending.current = false
    setIsBusy(false)
  }

  /** A field that was found wrong is looked at again with each letter. */
  function handleChange(field: ContactField, value: string) {
    if (!errors[field]) return
    setErrors({ ...errors, [field]: validateContactField(field, value) })
  }

  return { errors, problem, isBusy, handleSubmit, handleChange }
}

function isUnchanged(form: HTMLFormElement, values: ContactValues) {
  const current = contactValues(new FormData(form))
  return contactFields.every((field) => current[field] === values[field])
}

/** Not by reset: that would bring back what the page came with. */
function clear(form: HTMLFormElement) {
  for (const field of contactFields) {
    const control = form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement
    control.value = ''
  }
}
