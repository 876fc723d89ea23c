import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  errorsByField,
  type FormErrors,
  type FormFieldErrors,
  type FormPayload,
  fieldsInOrder,
  noErrors,
  type PublicForm,
  type RefusedForm,
  readSpamFields,
  readValues,
  validateField,
  validateForm,
} from '#shared/validation.ts'
import { type ApiError, errorsFromApi, parseApiError } from '../api/errors.ts'

type PublicFormOptions<Field extends string, FileField extends string> = {
  /** The form with its errors, after it was posted without JavaScript and refused. */
  refused?: RefusedForm<Field, FileField> | null
  /** The chosen files. */
  files?: Record<FileField, File | null>
  /**
   * Makes the call, and rejects with its error.
   * @returns false when nothing was sent: the form then keeps its values
   */
  send: (payload: FormPayload<Field>) => Promise<boolean>
  /** Called at every change, so that the page can warn before values are lost. */
  onTyped?: (isFilled: boolean) => void
  /** Called after the form is stored. @param isTypedOn whether it has what was typed while it was sent */
  onStored?: (isTypedOn: boolean) => void
  /** Validates a field when it is left, too. */
  validatesOnBlur?: boolean
  /** Called when the validation keeps the form from being sent. */
  onInvalid?: (errors: FormErrors<Field | FileField>) => void
  /** Called for every error of the call, but not for those of the validation before it. */
  onRefused?: (errors: FormErrors<Field | FileField>, error: ApiError) => void
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * A form of the public site. Until React has come, the browser looks at its fields, and the style sheet shows the
 * messages of empty ones. Forms with files do without, since their pages hydrate as they load. After an error it keeps
 * its values, shows the errors at their fields and focuses the first. It is cleared once it is stored. Without
 * JavaScript the same form posts to its page.
 */
export function usePublicForm<Field extends string, FileField extends string = never>(
  definition: PublicForm<Field, FileField>,
  options: PublicFormOptions<Field, FileField>,
) {
  type AnyField = Field | FileField
  const { refused, files, send, onTyped, onRefused } = options
  const { rules } = definition
  /** Whether the form may be used before React has come. */
  const worksBeforeReact = !definition.files
  const [errors, setErrors] = useState<FormErrors<AnyField>>(refused?.errors ?? noErrors)
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)
  const ref = useRef<HTMLFormElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const form = ref.current
    if (!form || !worksBeforeReact) return
    const values = readValues(rules, new FormData(form))
    const shown: FormFieldErrors<AnyField> = {}
    for (const { name } of userInvalidIn(form)) {
      shown[name as Field] = validateField(rules[name as Field], values[name as Field])
    }
    form.noValidate = true
    const found = errorsByField(shown)
    if (found) setErrors(found)
  }, [])

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
    if (found) {
      show(found)
      options.onInvalid?.(found)
      return
    }
    setErrors(noErrors)
    isSending.current = true
    setIsBusy(true)
    const wasOnline = navigator.onLine
    try {
      const isSent = await send({ ...values, ...readSpamFields(data) })
      // Values typed during the request are another message, so they stay.
      const isTypedOn = hasOthers(readValues(rules, new FormData(form)), values)
      if (isSent) {
        if (!isTypedOn) clear(form, Object.keys(rules))
        options.onStored?.(isTypedOn)
      }
    } catch (error) {
      const apiError = parseApiError(error)
      const found = errorsFromApi(definition, apiError)
      if (definition.lost && wasOnline && apiError.isLost) found.summary = definition.lost
      show(found)
      onRefused?.(found, apiError)
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  const setFieldError = (name: AnyField, message: string | undefined) =>
    setErrors((before) => {
      const fields = { ...before.fields, [name]: message }
      // With the last wrong field its summary goes, too.
      return errorsByField(before.fields) && !errorsByField(fields)
        ? noErrors
        : { ...before, fields }
    })

  /** Validates a field with an error again at every change. */
  function validateAgain(name: Field, value: string) {
    if (errors.fields[name]) setFieldError(name, validateField(rules[name], value))
  }

  /** Reads the form, because the value of a radio button is not that of its group. */
  function validateLeft(name: Field) {
    if (!ref.current) return
    const value = readValues(rules, new FormData(ref.current))[name]
    setFieldError(name, validateField(rules[name], value))
  }

  return {
    formProps: {
      ref,
      method: 'post' as const,
      noValidate: !worksBeforeReact,
      onSubmit: submit,
      onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) =>
        onTyped?.(Object.values(readValues(rules, new FormData(currentTarget))).some(Boolean)),
    },
    /** The props of a text field. The browser would cut a long text that is pasted into one, and tell nobody. */
    field: (name: Field) => ({
      name,
      error: errors.fields[name],
      defaultValue: refused?.values[name] ?? '',
      maxLength: rules[name].isMultiline ? undefined : rules[name].lengthMax,
      required: rules[name].missing !== undefined,
      missing: worksBeforeReact ? rules[name].missing : undefined,
      onChange: ({ target }: ChangeEvent<TextControl>) => validateAgain(name, target.value),
      ...(options.validatesOnBlur && { onBlur: () => validateLeft(name) }),
    }),
    errors,
    isBusy,
    submit,
    setFieldError,
    validateAgain,
  }
}

/** Whether something is in a form that was not sent. */
const hasOthers = <Field extends string>(
  values: Record<Field, string>,
  sent: Record<Field, string>,
) => (Object.keys(values) as Field[]).some((name) => values[name] && values[name] !== sent[name])

/** The controls that the browser has called missing or wrong. Older ones than Safari 16.5 and Chrome 119 tell nobody. */
const userInvalidIn = (form: HTMLFormElement) =>
  CSS.supports('selector(:user-invalid)') ? form.querySelectorAll<TextControl>(':user-invalid') : []

/** Clears the fields. `form.reset()` would restore the values that the server rendered. */
function clear(form: HTMLFormElement, names: readonly string[]) {
  for (const name of names) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = false
    else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.value = ''
    }
  }
}

/** Focuses the first control of a field; radio buttons and checkboxes have several. */
function focusField(form: HTMLFormElement, name: string) {
  const marked = form.querySelector<HTMLElement>(`[data-field="${name}"] input:not([type=hidden])`)
  const named = form.elements.namedItem(name)
  const control = marked ?? (named instanceof RadioNodeList ? named[0] : named)
  if (control instanceof HTMLElement) control.focus()
}

/**
 * The hidden fields of the spam check, which every public form has: the honeypot, which only bots fill in, and the
 * token that tells when the form was opened.
 */
export function SpamFields({ formToken }: { formToken?: string }) {
  return (
    <>
      {formToken !== undefined && <input type="hidden" name="form_token" value={formToken} />}
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}
