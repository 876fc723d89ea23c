import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { type PublicForm, validateField, validateForm } from '#shared/validation.ts'
import { type ApiError, parseApiError } from '../api/errors.ts'
import {
  errorsByField,
  errorsFromApi,
  type FormErrors,
  type FormPayload,
  fieldsInOrder,
  noErrors,
  type RefusedForm,
  readSpamFields,
  readValues,
} from './public-form.ts'

type PublicFormOptions<Field extends string, FileField extends string> = {
  /** The form as it came back, where it was posted without JavaScript and refused. */
  refused?: RefusedForm<Field, FileField> | null | undefined
  /** The files that are chosen. */
  files?: Record<FileField, File | null>
  /**
   * Makes the call, and throws what it throws.
   * @returns false where nothing was sent, and the form stays as it is
   */
  send: (payload: FormPayload<Field>, form: HTMLFormElement) => Promise<boolean>
  /** Told at every change, and once the form is stored, whether it holds anything that leaving would lose. */
  onTyped?: (isFilled: boolean) => void
  /** Told of every error but those at fields that were never sent. */
  onRefused?: (errors: FormErrors<Field | FileField>, error: ApiError) => void
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * A form that visitors send. Whatever goes wrong, it keeps what was typed, shows errors by their fields and puts the
 * focus on the first; only a stored form is cleared. Without JavaScript the same form posts to its page.
 */
export function usePublicForm<Field extends string, FileField extends string = never>(
  definition: PublicForm<Field, FileField>,
  { refused, files, send, onTyped, onRefused }: PublicFormOptions<Field, FileField>,
) {
  type AnyField = Field | FileField
  const { rules } = definition
  const [errors, setErrors] = useState<FormErrors<AnyField>>(refused?.errors ?? noErrors)
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)
  const ref = useRef<HTMLFormElement>(null)

  function show(found: FormErrors<AnyField>) {
    setErrors(found)
    const first = fieldsInOrder(definition).find((name) => found.fields[name])
    if (first && ref.current) focusField(ref.current, first)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    const form = ref.current
    if (!form || isSending.current) return
    const data = new FormData(form)
    const values = readValues(rules, data)
    const found = errorsByField(validateForm(definition, values, (name) => files?.[name] ?? null))
    if (found) return show(found)
    setErrors(noErrors)
    isSending.current = true
    setIsBusy(true)
    try {
      const isSent = await send({ ...values, ...readSpamFields(data) }, form)
      // What was typed while it was on its way is another message, and stays.
      const isUnchanged = sameValues(values, readValues(rules, new FormData(form)))
      if (isSent && isUnchanged) {
        clear(form, Object.keys(rules))
        onTyped?.(false)
      }
    } catch (error) {
      const apiError = parseApiError(error)
      const found = errorsFromApi(definition, apiError)
      show(found)
      onRefused?.(found, apiError)
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  const setFieldError = (name: AnyField, message: string | undefined) =>
    setErrors((before) => ({ ...before, fields: { ...before.fields, [name]: message } }))

  /** A field that was wrong is validated again at every change. */
  function validateAgain(name: Field, value: string) {
    if (errors.fields[name]) setFieldError(name, validateField(rules[name], value))
  }

  return {
    formProps: {
      ref,
      method: 'post' as const,
      noValidate: true,
      onSubmit: submit,
      onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
        onTyped?.(Object.values(readValues(rules, new FormData(currentTarget))).some(Boolean)),
    },
    /** What a text field takes of the form. */
    field: (name: Field) => ({
      name,
      error: errors.fields[name],
      defaultValue: refused?.values[name] ?? '',
      maxLength: rules[name].lengthMax,
      required: rules[name].missing !== undefined,
      onChange: ({ target }: ChangeEvent<TextControl>) => validateAgain(name, target.value),
    }),
    errors,
    isBusy,
    submit,
    setFieldError,
    validateAgain,
  }
}

const sameValues = <Field extends string>(
  one: Record<Field, string>,
  other: Record<Field, string>,
) => (Object.keys(one) as Field[]).every((field) => one[field] === other[field])

/** Not by reset: that would bring back what the page came with. */
function clear(form: HTMLFormElement, names: readonly string[]) {
  for (const name of names) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.value = ''
    }
  }
}

/** Focuses the first control of a field, also where it has several, as choices have. */
function focusField(form: HTMLFormElement, name: string) {
  const marked = form.querySelector<HTMLElement>(`[data-field="${name}"] input:not([type=hidden])`)
  const named = form.elements.namedItem(name)
  const control = marked ?? (named instanceof RadioNodeList ? named[0] : named)
  if (control instanceof HTMLElement) control.focus()
}
