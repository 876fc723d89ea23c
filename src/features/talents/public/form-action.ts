import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { talentWords } from './talent-field-values.ts'
import { fieldsOnScreen, formChecks, type TalentErrors, talentValues } from './talent-values.ts'

/** What came of a form that was posted without JavaScript and refused: the same form shows it again. */
export type RefusedTalent = ReturnType<typeof refusalOf>

/**
 * Registers with a form that came without JavaScript.
 * @param readForm reads it, and throws what it throws
 */
export async function postTalent(
  api: ApiClient,
  readForm: () => Promise<FormData>,
): Promise<RefusedTalent | 'registered'> {
  let form: FormData
  try {
    form = await readForm()
  } catch (error) {
    const refused = refusalOf(new FormData(), error)
    return { ...refused, problem: `${refused.problem} ${talentWords.goBack}` }
  }
  try {
    const resume = form.get('resume')
    await api.talents.register({
      ...talentValues(form),
      ...formChecks(form),
      resume: resume instanceof File ? resume : (undefined as never),
    })
    return 'registered'
  } catch (error) {
    return refusalOf(form, error)
  }
}

function refusalOf(form: FormData, error: unknown) {
  const { status, detail, fields } = parseApiError(error)
  const errors: TalentErrors = Object.fromEntries(
    fieldsOnScreen.flatMap((field) => (fields[field] ? [[field, fields[field].join(' ')]] : [])),
  )
  if (form.has('resume')) errors.resume ??= talentWords.resumeAgain
  const isOurs = status === null || status >= 500
  const isByField = Object.keys(fields).length > 0
  return {
    status: status ?? 500,
    values: talentValues(form),
    errors,
    problem: isOurs ? talentWords.failed : isByField ? talentWords.wrong : detail,
    /** Of when the form was first opened: who only mends it is quick. */
    formToken: formChecks(form).form_token,
  }
}
