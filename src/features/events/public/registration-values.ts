import { parseApiError } from '#client/api/errors.ts'
import { type RegistrationField, registrationFields, registrationProblem } from '../validation.ts'

export type RegistrationValues = Record<RegistrationField, string>
type RegistrationErrors = Partial<RegistrationValues>
/** What is wrong with a registration: by field, and as a whole. */
export type Refusal = { errors: RegistrationErrors; problem: string }

type Fields = { get(name: string): unknown }
const textOf = (form: Fields, name: string) => String(form.get(name) ?? '')

/** The registration that a form carries; what it lacks is empty. */
export const registrationValues = (form: Fields) =>
  Object.fromEntries(
    registrationFields.map((field) => [field, textOf(form, field)]),
  ) as RegistrationValues

/** What a call is sent of a form: with the field that people don't see, and the page's token. */
export const registrationPayload = (form: Fields) => ({
  ...registrationValues(form),
  website: textOf(form, 'website'),
  form_token: textOf(form, 'form_token'),
})

/** What is wrong with it before it is sent, or null. The server looks again. */
export function findRefusal(values: RegistrationValues): Refusal | null {
  const errors = Object.fromEntries(
    registrationFields.flatMap((field) => {
      const problem = registrationProblem(field, values[field])
      return problem ? [[field, problem]] : []
    }),
  )
  return Object.keys(errors).length > 0 ? { errors, problem: '' } : null
}

/** What the server says of a registration that it refused. */
export function refusalOf(error: unknown): Refusal {
  const { status, detail, fields } = parseApiError(error)
  const errors = Object.fromEntries(
    registrationFields.flatMap((name) => (fields[name] ? [[name, fields[name].join(' ')]] : [])),
  )
  if (Object.keys(errors).length > 0) return { errors, problem: '' }
  const isReason = status === null || status < 500
  return {
    errors,
    problem: isReason
      ? detail
      : 'Your registration could not be stored. Nothing of it is lost: please try again in a moment.',
  }
}
