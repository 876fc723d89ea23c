import { z } from 'zod'
import { company } from './company.ts'
import { isImagePath } from './image-url.ts'
import { resumeWarningCodes } from './resume.ts'
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

/** A row's id, in a path or a body. */
export const idOr = (message: string) =>
  z.coerce.number({ error: message }).int(message).min(1, message).max(largestId, message)
export const idSchema = idOr('A valid id is required')

const batchSizeMax = 500

/** The ids of a batch procedure. */
export const batchIds = z
  .array(idSchema)
  .min(1, 'Please select at least one')
  .max(batchSizeMax, `At most ${batchSizeMax} at once`)

/** The rows of a list in a new order. */
export const newOrder = z.object({
  ids: z
    .array(idSchema)
    .min(1, 'Please select at least one')
    .max(1000)
    .describe('The first ones, or all: further ones follow in the order that they have'),
})

/** The batch that a call goes on with: the rows of one batch may be sent in parts. */
export const goesOn = idSchema
  .nullish()
  .transform((id) => id ?? null)
  .describe('The batch of the response to the first part; without it, a batch begins')

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

/** A required e-mail address. @param missing the message for an empty one @param wrong for an invalid one */
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

/** A text field with the rule that its form uses as well. */
export const textField = (rule: FieldRule) =>
  z
    .string({ error: rule.missing ?? 'Please enter a text' })
    .overwrite((text) => cleanText(rule, text))
    .superRefine(refuseBy((text) => validateField(rule, text)))

/** The fields for the spam check that every public form sends. */
export const formFields = {
  website: z
    .string()
    .max(2_000)
    .optional()
    .describe('A honeypot: people do not see this field and leave it empty'),
  form_token: z.string().max(400).optional().describe('From GET /website/form-token/'),
}

/** A stored resume, as staff see it. */
export const resumeSchema = z.object({
  name: z.string(),
  size: z.number().int().describe('Bytes'),
  type: z.string(),
  warnings: z.array(z.enum(resumeWarningCodes)).describe('What to know before opening it'),
})

/** Where a search has found a word in a resume: a part of a sentence. */
export const resumeHitSchema = z.object({
  before: z.string(),
  word: z.string(),
  after: z.string(),
})
export type ResumeHit = z.infer<typeof resumeHitSchema>

/** The text of a stored resume. */
export const resumeTextSchema = z.object({
  text: z.string(),
  problem: z.string().describe('Why there is no text, or empty'),
})

/** An ISO 8601 date, such as 2026-01-31. */
export const dateOr = (message: string) => z.iso.date(message).refine(isOfOurTime, message)
export const dateSchema = dateOr('Please enter a valid date')

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

/** The version of the row that an edit was made of; without it, the last one to save wins. */
export const expectedVersion = momentOr('Please send the updated_at of the row')
  .optional()
  .describe('The updated_at that the editor saw: when it is another by now, the change is refused')

/** The versions of a batch's rows, by id. */
export const expectedVersions = z
  .record(z.string().regex(/^\d+$/), expectedVersion.unwrap())
  .optional()
  .describe('By id, the updated_at that the user saw: those that have another by now fail')

/** When a list was read, for a batch on what was seen then. */
export const seenAt = momentOr('Please send the seen_at of the list')
  .transform((at) => new Date(at).toISOString())
  .describe('The seen_at of the list')

/** What the user saw of a list, for a batch on all that matched then. */
export const seenList = {
  seen_at: seenAt,
  seen_total: z
    .number({ error: 'Please send the total_items of the list' })
    .int()
    .min(1)
    .describe('The total_items of the list'),
}

/** The moment of a list, in its response. */
export const listSeenAt = z
  .string()
  .describe('When the list was read, for a batch of all that match')

/** A query value; empty, as forms send it, means undefined. */
export const optionalFilter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

const several = <T extends z.ZodType>(schema: T, valuesIn: (text: string) => string[]) =>
  z.preprocess((value) => {
    const values = typeof value === 'string' ? valuesIn(value) : [value ?? []].flat()
    const given = values.filter((one) => one !== '')
    return given.length === 0 ? undefined : given
  }, z.array(schema).max(100, 'At most 100 at once').optional())

/** Several values of a filter: a list, or a text with commas between them. Empty, it means undefined. */
export const severalOf = <T extends z.ZodType>(schema: T) =>
  several(schema, (text) => text.split(','))

/** Several texts of a filter, which may contain commas: a list, or one text. Empty, it means undefined. */
export const severalTexts = (lengthMax: number) =>
  several(z.string().max(lengthMax), (text) => [text])

/** The search text of a list. */
export const searchFilter = optionalFilter(z.string().max(200))

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
