import { parseApiError } from '#client/api/errors.ts'
import { isEmail } from '#shared/validation.ts'
import { lengthsMin, messages } from '../validation.ts'

export const wordFields = ['name', 'email', 'message'] as const
/** What a visitor types into the form of a comment or a reply. */
export type Words = Record<(typeof wordFields)[number], string>
export type WordErrors = Partial<Words>

/** The form's own fields, besides what is typed: the trap for programs, and the token of when it was opened. */
export const trapField = 'website'
export const tokenField = 'form_token'

type Fields = { get(name: string): unknown }
const textOf = (fields: Fields, name: string) => String(fields.get(name) ?? '')

export const readWords = (fields: Fields): Words => ({
  name: textOf(fields, 'name'),
  email: textOf(fields, 'email'),
  message: textOf(fields, 'message'),
})

/** What a call is sent of a form: `is_published` is always true, as the specification has it. */
export const payloadOf = (fields: Fields) => ({
  ...readWords(fields),
  is_published: true,
  [trapField]: textOf(fields, trapField),
  [tokenField]: textOf(fields, tokenField),
})

/** What is wrong with the words, before they are sent. The server looks again. */
export function findErrors({ name, email, message }: Words): WordErrors {
  return {
    ...(name.trim().length < lengthsMin.name && { name: messages.name }),
    ...(!isEmail(email.trim()) && { email: messages.email }),
    ...(message.trim().length < lengthsMin.message && { message: messages.message }),
  }
}

/** What the server says of a comment that it refused: by field, and of the whole. */
export type Refusal = { errors: WordErrors; detail: string }

/** @param failureText what is said where the server names no field and gives no reason that helps */
export function refusalOf(error: unknown, failureText: string): Refusal {
  const { status, detail, fields } = parseApiError(error)
  const errors = Object.fromEntries(
    wordFields.flatMap((name) => (fields[name] ? [[name, fields[name].join(' ')]] : [])),
  ) as WordErrors
  if (Object.keys(errors).length > 0) return { errors, detail: '' }
  const isReason = status !== null && status < 500 && Object.keys(fields).length === 0
  return { errors, detail: isReason ? detail : failureText }
}

/** What stands in the specification of posting a comment and a reply. */
export const outcomes = {
  comment: {
    success: 'Comment posted successfully!',
    failure: 'Failed to post comment. Please try again.',
  },
  reply: {
    success: 'Reply posted successfully!',
    failure: 'Failed to post reply. Please try again.',
  },
  held: 'Thank you. A person looks at your words first; once approved, they are shown here.',
} as const
