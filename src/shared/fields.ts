import { z } from 'zod'
import { company } from './company.ts'
import { isImagePath } from './image-url.ts'
import { emailTemplateRules } from './status-emails.ts'
import {
  cleanText,
  emailLengthMax,
  type FieldRule,
  isEmail,
  isOfOurTime,
  toOneLine,
  validateField,
} from './validation.ts'

const largestId = 2 ** 31 - 1

/** A number, also as text from a query or a form. Nothing else is one: null would be 0, and true 1. */
export const numeric = <T extends z.ZodType<number>>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
    schema,
  )

/** A row's id, in a path or a body. */
export const idOr = (message: string) =>
  numeric(z.number({ error: message }).int(message).min(1, message).max(largestId, message))
export const idSchema = idOr('A valid id is required')

/** A required text of one line. @param tooLong the message for a longer one */
export const requiredText = (
  message: string,
  lengthMax: number,
  tooLong = `At most ${lengthMax} characters`,
) => z.string({ error: message }).overwrite(toOneLine).min(1, message).max(lengthMax, tooLong)

/** A required text of several lines, trimmed. */
export const requiredLines = (message: string, lengthMax: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(lengthMax, `At most ${lengthMax} characters`)

/** A text of one line that may be empty. */
export const optionalText = (lengthMax: number) =>
  z.string().overwrite(toOneLine).max(lengthMax, `At most ${lengthMax} characters`)

/** A required email address. @param missing the message for an empty one @param wrong for an invalid one */
export const requiredEmail = (missing: string, wrong: string) =>
  requiredText(missing, emailLengthMax).refine((text) => text === '' || isEmail(text), wrong)

/** One of these values, case-insensitive. */
export const choiceOf = <const Value extends string>(values: readonly Value[], message: string) =>
  z
    .string({ error: message })
    .transform((text) => values.find((value) => isSameWord(value, text)) ?? text)
    .pipe(z.enum(values, { error: message }))

const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Adapts a validation function that the browser's form shares to Zod's `superRefine`. */
export const refuseBy =
  <Value>(problemOf: (value: Value) => string | undefined) =>
  (value: Value, context: z.RefinementCtx) => {
    const problem = problemOf(value)
    if (problem) context.addIssue(problem)
  }

/** A text field with the rule that its form uses as well. The API's document tells how long it may be. */
export const textField = (rule: FieldRule) => {
  const problemOf = (text: string) => validateField(rule, text)
  const error = ({ input }: { input?: unknown }) => problemOf(String(input))
  const text = z
    .string({ error: rule.missing ?? 'Please enter a text' })
    .overwrite((text) => cleanText(rule, text))
    .max(rule.lengthMax, { error, abort: true })
  const filled = rule.missing === undefined ? text : text.min(1, { error, abort: true })
  return filled.superRefine(refuseBy(problemOf))
}

/** The fields for the spam check that every public form sends. */
export const formFields = {
  website: z
    .string()
    .max(2_000)
    .optional()
    .describe('A honeypot: people do not see this field and leave it empty'),
  form_token: z.string().max(400).optional().describe('From GET /website/form-token/'),
}

const invalidDate = 'Please enter a valid date'

/** An ISO 8601 date, such as 2026-01-31. @param missing what is said where there is none */
export const dateOr = (missing: string) =>
  z.iso
    .date({ error: ({ input }) => (input ? invalidDate : missing), abort: true })
    .refine(isOfOurTime, invalidDate)
export const dateSchema = dateOr(invalidDate)

/** An ISO 8601 moment with an offset, such as 2026-01-31T09:00:00Z. */
export const momentOr = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine(isOfOurTime, error)

const withoutOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/

/** A time. Without an offset, as browsers' date fields send it, it is Kigali time. */
export const localMoment = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .transform((text) =>
      text.replace(
        withoutOffset,
        (_, minute, second = ':00') => `${minute}${second}${company.utcOffset}`,
      ),
    )
    .pipe(momentOr(message))
    .transform((text) => new Date(text).toISOString())

/** A nullable value; empty, as forms send it, means null. */
export const emptyIsNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

/** A boolean, also as text from a query or a form. */
export const flagSchema = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: 'Please choose true or false' }),
)

/** A template of an email, by its rules. */
export const templateOf = ({ subject, text }: Record<'subject' | 'text', FieldRule>) =>
  z.object({ is_sent: flagSchema, subject: textField(subject), text: textField(text) })

/** A template of an email to applicants. */
export const emailTemplate = templateOf(emailTemplateRules)

const isHttps = (text: string) => text.startsWith('https://') && URL.canParse(text)

/** An https URL or an empty text. Other schemes could run scripts or leak the visit. */
export const webUrl = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (text) => text === '' || isHttps(text),
    'Please enter an address that starts with https://',
  )

/** The URL of an image: a path of this site, with its focal point or without, an https URL, or empty for none. */
export const imageUrl = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (text) => text === '' || isHttps(text) || isImagePath(text),
    'Please enter a path of this site or an address that starts with https://',
  )
