import { z } from 'zod'
import { emailLengthMax, type FieldRule, isEmail, validateField } from './validation.ts'

const largestId = 2 ** 31 - 1

/** A row's id, in a path or a body. */
export const idOr = (message: string) =>
  z.coerce.number({ error: message }).int(message).min(1, message).max(largestId, message)
export const idSchema = idOr('A valid id is required')

const batchSizeMax = 500

/** The ids that a batch call takes. */
export const batchIds = z
  .array(idSchema)
  .min(1, 'Please select at least one')
  .max(batchSizeMax, `At most ${batchSizeMax} at once`)

/** A text that must not be empty. Spaces around it don't count. */
export const requiredText = (message: string, lengthMax: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(lengthMax, `At most ${lengthMax} characters`)

/** An e-mail address that must be given: what is said where it is missing, and where it is none. */
export const requiredEmail = (missing: string, wrong: string) =>
  requiredText(missing, emailLengthMax).refine((text) => text === '' || isEmail(text), wrong)

/** One of these values, however it is written in small and capital letters. */
export const choiceOf = <const Value extends string>(values: readonly Value[], message: string) =>
  z
    .string({ error: message })
    .transform((text) => values.find((value) => isSameWord(value, text)) ?? text)
    .pipe(z.enum(values, { error: message }))

const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Refuses what a rule finds wrong that the form in the browser goes by as well, in the rule's words. */
export const refuseBy =
  <Value>(problemOf: (value: Value) => string | undefined) =>
  (value: Value, context: z.RefinementCtx) => {
    const problem = problemOf(value)
    if (problem) context.addIssue(problem)
  }

/** A text field by the rule that its form goes by as well. */
export const textField = (rule: FieldRule) =>
  z
    .string({ error: rule.missing ?? 'Please enter a text' })
    .trim()
    .superRefine(refuseBy((text) => validateField(rule, text)))

/** What a public form sends besides what is typed into it. */
export const formFields = {
  website: z
    .string()
    .max(2_000)
    .optional()
    .describe('A honeypot: people do not see this field and leave it empty'),
  form_token: z.string().max(400).optional().describe('From GET /website/form-token/'),
}

/** Whether a date or moment is of a time that every clock and database can reckon with. */
export const isOfOurTime = (time: string) => time >= '1900' && time < '2200'

/** An ISO 8601 date of the calendar, such as 2026-01-31. */
export const dateOr = (message: string) => z.iso.date(message).refine(isOfOurTime, message)
export const dateSchema = dateOr('Please enter a valid date')

/** The version of the row that an edit was made of; without it, the last one to save wins. */
export const expectedVersion = z.iso
  .datetime({ offset: true, error: 'Please send the updated_at of the row' })
  .optional()
  .describe('The updated_at that the editor saw: when it is another by now, the change is refused')

/** A query value that is left out when empty, as a form leaves it. */
export const optionalFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

/** The words of a list's search. */
export const searchFilter = optionalFilter(z.string().max(200))

/** A value that may be none; a form leaves its field empty. */
export const emptyIsNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

/** Yes or no; a query and a plain form write it as text. */
export const flagSchema = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean({ error: 'Please choose true or false' }),
)

const isHttps = (text: string) => text.startsWith('https://') && URL.canParse(text)

/** An address elsewhere, or nothing: no script hides in it, and nobody reads along on the way. */
export const webUrl = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (text) => text === '' || isHttps(text),
    'Please enter an address that starts with https://',
  )

/** Where a picture is: at a path of this site, or at an address elsewhere. Nothing for none. */
export const imageUrl = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(
    (text) => text === '' || isHttps(text) || /^\/[\w.-][\w./-]*$/.test(text),
    'Please enter a path of this site or an address that starts with https://',
  )
