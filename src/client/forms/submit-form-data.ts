import {
  type FormErrors,
  type FormFields,
  type FormPayload,
  type PublicForm,
  type RefusedForm,
  readSpamFields,
  readValues,
} from '#shared/validation.ts'
import { errorsFromApi, parseApiError } from '../api/errors.ts'

/** An unreadable form can't be shown again with its values. */
const goBack = 'When you go back in your browser, what you typed is still there.'

/** The file of a field. Without a chosen file, browsers send an empty one without a name. */
export function fileIn(form: FormFields, name: string): File | null {
  const file = form.get(name)
  return file instanceof File && (file.name !== '' || file.size > 0) ? file : null
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
