import type { FormFieldErrors, FormRules, FormValues, PublicForm } from '#shared/validation.ts'
import { type ApiError, parseApiError } from '../api/errors.ts'

/** The errors of a form: by field, and a summary. */
export type FormErrors<Field extends string> = { fields: FormFieldErrors<Field>; summary?: string }

/** A form that was posted without JavaScript and refused. Its page shows it again with its values. */
export type RefusedForm<Field extends string, FileField extends string = never> = {
  values: FormValues<Field>
  errors: FormErrors<Field | FileField>
  /** Keeps the first token: correcting errors is legitimately fast. */
  formToken: string
}

export const noErrors = { fields: {} }
/** An unreadable form can't be shown again with its values. */
const goBack = 'When you go back in your browser, what you typed is still there.'
const checkFields = 'Please check the marked fields.'

type FormFields = { get(name: string): unknown }
/** Browsers post line breaks as CRLF, and count them as one character. */
const textOf = (form: FormFields, name: string) =>
  String(form.get(name) ?? '').replaceAll('\r\n', '\n')

/** The trimmed values of a submitted form. A missing field is an empty string. */
export const readValues = <Field extends string>(rules: FormRules<Field>, form: FormFields) =>
  Object.fromEntries(
    Object.keys(rules).map((field) => [field, textOf(form, field).trim()]),
  ) as FormValues<Field>

/** The file of a field. Without a chosen file, browsers send an empty one without a name. */
export function fileIn(form: FormFields, name: string): File | null {
  const file = form.get(name)
  return file instanceof File && (file.name !== '' || file.size > 0) ? file : null
}

/** The fields of the API's spam check: the honeypot and the form's token. */
export const readSpamFields = (form: FormFields) => ({
  website: textOf(form, 'website'),
  form_token: textOf(form, 'form_token'),
})

export type FormPayload<Field extends string> = FormValues<Field> &
  ReturnType<typeof readSpamFields>

/** The errors by field, with a summary; null when no field has an error. */
export const errorsByField = <Field extends string>(
  fields: FormFieldErrors<Field>,
): FormErrors<Field> | null =>
  Object.values(fields).some(Boolean) ? { fields, summary: checkFields } : null

export const fieldsInOrder = <Field extends string, FileField extends string>({
  rules,
  order,
}: PublicForm<Field, FileField>) => order ?? (Object.keys(rules) as Field[])

/** The errors in the API's response: by field, or its reason. Any other failure gets the form's own message. */
export function errorsFromApi<Field extends string, FileField extends string>(
  form: PublicForm<Field, FileField>,
  { status, reason, detail, fields }: ApiError,
): FormErrors<Field | FileField> {
  const known: FormFieldErrors<Field | FileField> = {}
  for (const name of fieldsInOrder(form)) {
    if (fields[name]) known[name] = fields[name].join(' ')
  }
  const isRefusal = form.prefersServerMessage ? reason !== null : status !== null && status < 500
  const isReason = isRefusal && Object.keys(fields).length === 0
  return errorsByField(known) ?? { fields: {}, summary: isReason ? detail : form.failure }
}

/**
 * Sends a form that was posted without JavaScript. The API checks it by the same rules, and counts what it refuses.
 * @param send makes the call, and rejects with its error
 * @returns the result of `send`, or the refused form with its HTTP status
 */
export async function submitFormData<Field extends string, FileField extends string, Result>(
  form: PublicForm<Field, FileField>,
  posted: FormFields,
  send: (payload: FormPayload<Field>) => Promise<Result>,
): Promise<{ sent: Result } | { refused: RefusedForm<Field, FileField>; status: number }> {
  const values = readValues(form.rules, posted)
  const spamFields = readSpamFields(posted)
  const refuse = (status: number, errors: FormErrors<Field | FileField>) => ({
    status,
    refused: { values, errors, formToken: spamFields.form_token },
  })
  try {
    return { sent: await send({ ...values, ...spamFields }) }
  } catch (error) {
    const apiError = parseApiError(error)
    return refuse(apiError.status ?? 500, errorsFromApi(form, apiError))
  }
}

/**
 * Sends a form with files that was posted without JavaScript. A page can't preselect a file, so a refused form asks for
 * each again.
 * @param readForm reads the form data
 * @param send makes the call, and rejects with its error
 * @returns what `submitFormData` returns, also if the form can't be read
 */
export async function submitFormWithFiles<Field extends string, FileField extends string, Result>(
  form: PublicForm<Field, FileField>,
  readForm: () => Promise<FormData>,
  send: (payload: FormPayload<Field>, posted: FormData) => Promise<Result>,
): ReturnType<typeof submitFormData<Field, FileField, Result>> {
  let posted: FormData
  try {
    posted = await readForm()
  } catch (error) {
    const apiError = parseApiError(error)
    const { summary } = errorsFromApi(form, apiError)
    const values = readValues(form.rules, new FormData())
    const errors = { fields: {}, summary: `${summary} ${goBack}` }
    return { status: apiError.status ?? 500, refused: { values, errors, formToken: '' } }
  }
  const outcome = await submitFormData(form, posted, (payload) => send(payload, posted))
  if ('refused' in outcome) {
    for (const field of Object.keys(form.files ?? {}) as FileField[]) {
      outcome.refused.errors.fields[field] ??=
        `Please choose your ${field} again: your browser doesn't keep it`
    }
  }
  return outcome
}
