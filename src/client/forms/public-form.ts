import {
  type FormFieldErrors,
  type FormRules,
  type FormValues,
  type PublicForm,
  validateForm,
} from '#shared/validation.ts'
import { type ApiError, parseApiError } from '../api/errors.ts'

/** What is wrong with a form: by field, and in a sentence about the whole. */
export type FormErrors<Field extends string> = { fields: FormFieldErrors<Field>; summary?: string }

/** A form that came without JavaScript and was refused: its page shows it again, with what was typed. */
export type RefusedForm<Field extends string, FileField extends string = never> = {
  values: FormValues<Field>
  errors: FormErrors<Field | FileField>
  /** Keeps the first token: correcting errors is legitimately fast. */
  formToken: string
}

export const noErrors = { fields: {} }
const checkFields = 'Please check the marked fields.'

type FormFields = { get(name: string): unknown }
const textOf = (form: FormFields, name: string) => String(form.get(name) ?? '')

/** The values of a submitted form, without the spaces around them; a field that it lacks is empty. */
export const readValues = <Field extends string>(rules: FormRules<Field>, form: FormFields) =>
  Object.fromEntries(
    Object.keys(rules).map((field) => [field, textOf(form, field).trim()]),
  ) as FormValues<Field>

/** The file of a field; browsers send one without a name and content where none was chosen. */
export function fileIn(form: FormFields, name: string): File | null {
  const file = form.get(name)
  return file instanceof File && (file.name !== '' || file.size > 0) ? file : null
}

/** What the API's spam check reads: the honeypot and the form's token. */
export const readSpamFields = (form: FormFields) => ({
  website: textOf(form, 'website'),
  form_token: textOf(form, 'form_token'),
})

/** What a form posts: its values, and what the spam check reads. */
export type FormPayload<Field extends string> = FormValues<Field> &
  ReturnType<typeof readSpamFields>

/** The errors of a form whose fields are wrong; null when none is. */
export const errorsByField = <Field extends string>(
  fields: FormFieldErrors<Field>,
): FormErrors<Field> | null =>
  Object.values(fields).some(Boolean) ? { fields, summary: checkFields } : null

export const fieldsInOrder = <Field extends string, FileField extends string>({
  rules,
  order,
}: PublicForm<Field, FileField>) => order ?? (Object.keys(rules) as Field[])

/** What the API says against a form: by field, or else its reason. A failure is said in the form's own words. */
export function errorsFromApi<Field extends string, FileField extends string>(
  form: PublicForm<Field, FileField>,
  { status, detail, fields }: ApiError,
): FormErrors<Field | FileField> {
  const known: FormFieldErrors<Field | FileField> = {}
  for (const name of fieldsInOrder(form)) {
    if (fields[name]) known[name] = fields[name].join(' ')
  }
  const isReason = status !== null && status < 500 && Object.keys(fields).length === 0
  return errorsByField(known) ?? { fields: {}, summary: isReason ? detail : form.failure }
}

/**
 * Sends a form that came without JavaScript.
 * @param send makes the call, and throws what it throws
 * @returns what `send` gave, or the refused form with its HTTP status
 */
export async function sendPostedForm<Field extends string, FileField extends string, Result>(
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
  const found = errorsByField(validateForm(form, values, (field) => fileIn(posted, field)))
  if (found) return refuse(400, found)
  try {
    return { sent: await send({ ...values, ...spamFields }) }
  } catch (error) {
    const apiError = parseApiError(error)
    return refuse(apiError.status ?? 500, errorsFromApi(form, apiError))
  }
}
