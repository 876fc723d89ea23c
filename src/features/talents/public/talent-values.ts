import { type TalentField, talentFields, talentProblem } from '../validation.ts'

/** What is typed and chosen, in the words of the form; the resume is apart. */
export type TalentValues = Record<TalentField, string>
export type TalentErrors = Partial<Record<TalentField | 'resume', string>>

type Form = { get(name: string): unknown }

/** The registration that a form carries; what it lacks is empty. */
export const talentValues = (form: Form) =>
  Object.fromEntries(
    talentFields.map((field) => [field, String(form.get(field) ?? '').trim()]),
  ) as TalentValues

/** The field that people don't see, and the page's token: what tells programs from people. */
export const formChecks = (form: Form) => ({
  website: String(form.get('website') ?? ''),
  form_token: String(form.get('form_token') ?? ''),
})

/** What is wrong with the fields, by field; empty when nothing is. */
export const talentErrors = (values: TalentValues): TalentErrors =>
  Object.fromEntries(
    talentFields.flatMap((field) => {
      const problem = talentProblem(field, values[field])
      return problem ? [[field, problem]] : []
    }),
  )

/** The order in which the screen has the fields: the resume before what one agrees to. */
export const fieldsOnScreen = talentFields.flatMap((field): (TalentField | 'resume')[] =>
  field === 'consent' ? ['resume', field] : [field],
)
