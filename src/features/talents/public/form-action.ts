import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { errorsFromApi, fileIn, readValues, submitFormData } from '#client/forms/public-form.ts'
import { talentForm } from '../validation.ts'

/** An unreadable form can't be shown again with its values. */
const goBack = 'When you go back in your browser, what you typed is still there.'
/** A page can't preselect a file in a file field. */
const chooseAgain = 'Please choose your resume again'

/**
 * Registers a talent from a form submitted without JavaScript.
 * @param readForm reads the form data
 * @throws the errors of `readForm`
 */
export async function postTalentForm(api: ApiClient, readForm: () => Promise<FormData>) {
  let form: FormData
  try {
    form = await readForm()
  } catch (error) {
    const apiError = parseApiError(error)
    const { summary } = errorsFromApi(talentForm, apiError)
    const values = readValues(talentForm.rules, new FormData())
    const errors = { fields: {}, summary: `${summary} ${goBack}` }
    return { status: apiError.status ?? 500, refused: { values, errors, formToken: '' } }
  }
  const outcome = await submitFormData(talentForm, form, (payload) =>
    api.talents.register({ ...payload, resume: fileIn(form, 'resume') as File }),
  )
  if ('refused' in outcome) outcome.refused.errors.fields.resume ??= chooseAgain
  return outcome
}
