/** Messages of fields that several forms have, shared by the browser and the server. */
export const personMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  emailFormat: 'Please enter a valid email',
  phone: 'Phone number is required',
} as const

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Direction controls, which can show a text in another order than it has, and characters without any width. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g
const repeatedJoiners = /([\u200c\u200d])[\u200c\u200d]+/g
// Without a lookbehind, which browsers before Safari 16.4 can't even read.
const strayJoiners = /(^|\s)[\u200c\u200d]|[\u200c\u200d](?!\S)/g

/**
 * Cleans a text of one line, such as a name, and trims it: line breaks and other control characters become a space,
 * invisible characters go. The two joiners stay between visible characters, where many scripts and emoji need them.
 */
export const toOneLine = (text: string) =>
  text
    .replace(lineBreaks, ' ')
    .replace(invisible, '')
    .replace(repeatedJoiners, '$1')
    .replace(strayJoiners, '$1')
    .trim()

export const emailLengthMax = 254

const unseen = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}]`
const atom = String.raw`[^\s@.()[\]<>\\,;:"]+`
const domainLabel = String.raw`[\p{L}\p{M}\p{N}-]*`
const emailPattern = new RegExp(
  String.raw`^(?!.*${unseen})${atom}(?:\.${atom})*@(?:[\p{L}\p{N}]${domainLabel}\.)+\p{L}${domainLabel}$`,
  'u',
)

/**
 * Whether the value is an email address like name@domain.tld. What mail servers ignore or replace is refused, so that
 * one mailbox can't register many times: comments, quotes, a final dot, full-width letters, invisible characters. The
 * length is limited because Unicode normalization is slow on long texts.
 */
export const isEmail = (value: string) =>
  value.length <= emailLengthMax &&
  emailPattern.test(value) &&
  value.normalize('NFKC') === value.normalize('NFC')

/** Whether it is a phone number: 7 to 15 digits, in any grouping. */
export const isPhone = (text: string) =>
  /^\+?[\d\s().\-/]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ''))

/** Whether a date or time is within the range that every engine supports. */
export const isOfOurTime = (time: string) => time >= '1900' && time < '2200'

/** The rule of a text field, shared by the browser's form and the server, with the same messages. */
export type FieldRule = {
  /** The message for an empty field; without it, the field is optional. */
  missing?: string
  lengthMax: number
  /** Keeps line breaks; all other texts are cleaned by `toOneLine`. */
  isMultiline?: boolean
  /** Validates a text that is neither empty nor too long. @returns an error message or undefined */
  validate?: (text: string) => string | undefined
}

export type FormRules<Field extends string = string> = Readonly<Record<Field, FieldRule>>
/** The connection was lost while a form was sent: nobody knows whether it has arrived. */
export const lostText = 'The connection was lost before we could confirm it. Please try again.'

/** A public form, validated in the browser, and on the server without JavaScript. */
export type PublicForm<Field extends string, FileField extends string = never> = {
  rules: FormRules<Field>
  /** Validate the chosen file, or null. Return an error message or undefined. */
  files?: Readonly<Record<FileField, (file: File | null) => string | undefined>>
  /** All fields in visual order; needed if there are files, otherwise the order of the rules applies. */
  order?: readonly (Field | FileField)[]
  /** The message when the server fails or can't be reached. */
  failure: string
  /** The message when it may have arrived; without it, that is the one above. */
  lost?: string
  /** The server's own message comes first, also when it fails. */
  prefersServerMessage?: true
}

export type FormValues<Field extends string = string> = Record<Field, string>
export type FormFieldErrors<Field extends string = string> = Partial<Record<Field, string>>

/** A required text of one line. @param message for an empty or too short one */
export const textRule = (lengthMin: number, lengthMax: number, message: string): FieldRule => ({
  missing: message,
  lengthMax,
  validate: unless((text) => text.length >= lengthMin, message),
})

/** A required text of several lines. @param message for an empty or too short one */
export const linesRule = (...rule: Parameters<typeof textRule>): FieldRule => ({
  ...textRule(...rule),
  isMultiline: true,
})

/** A required email address. @param message for an invalid one @param missing for an empty one */
export const emailRule = (message: string, missing = message): FieldRule => ({
  missing,
  lengthMax: emailLengthMax,
  validate: unless(isEmail, message),
})

/** A required choice of one of the values. @param message for none, or another one */
export const choiceRule = (values: readonly string[], message: string): FieldRule => ({
  missing: message,
  lengthMax: 20,
  validate: unless((text) => values.includes(text), message),
})

/** Creates a rule's `validate` from a condition and the message for when it doesn't hold. */
export const unless = (isRight: (text: string) => boolean, message: string) => (text: string) =>
  isRight(text) ? undefined : message

/** A field's text as it is validated and stored. */
export const cleanText = (rule: FieldRule, value: string) =>
  rule.isMultiline ? value.trim() : toOneLine(value)

/** Validates a field, cleaned. @returns an error message or undefined */
export function validateField(rule: FieldRule, value: string): string | undefined {
  const text = cleanText(rule, value)
  if (text === '') return rule.missing
  if (text.length > rule.lengthMax) return `At most ${rule.lengthMax} characters`
  return rule.validate?.(text)
}

/** Validates a form. @returns the error messages by field; undefined for valid fields */
export function validateForm<Field extends string, FileField extends string>(
  { rules, files }: PublicForm<Field, FileField>,
  values: FormValues<Field>,
  fileOf: (field: FileField) => File | null,
): FormFieldErrors<Field | FileField> {
  const errors: FormFieldErrors<Field | FileField> = {}
  for (const field of Object.keys(rules) as Field[]) {
    errors[field] = validateField(rules[field], values[field])
  }
  for (const field of Object.keys(files ?? {}) as FileField[]) {
    errors[field] = files?.[field](fileOf(field))
  }
  return errors
}

/** The errors of a form: by field, and a summary. */
export type FormErrors<Field extends string> = { fields: FormFieldErrors<Field>; summary?: string }

/** A form that was posted without JavaScript and refused. Its page shows it again with its values. */
export type RefusedForm<Field extends string, FileField extends string = never> = {
  values: FormValues<Field>
  errors: FormErrors<Field | FileField>
  /** Keeps the first token: correcting errors is legitimately fast. */
  formToken: string
}

export const noErrors = { fields: {} }
const checkFields = 'Please check the marked fields.'

/** The errors by field, with a summary; null when no field has an error. */
export const errorsByField = <Field extends string>(
  fields: FormFieldErrors<Field>,
): FormErrors<Field> | null =>
  Object.values(fields).some(Boolean) ? { fields, summary: checkFields } : null

export const fieldsInOrder = <Field extends string, FileField extends string>({
  rules,
  order,
}: PublicForm<Field, FileField>) => order ?? (Object.keys(rules) as Field[])

export type FormFields = { get(name: string): unknown }
/** Browsers post line breaks as CRLF, and count them as one character. */
const textOf = (form: FormFields, name: string) =>
  String(form.get(name) ?? '').replaceAll('\r\n', '\n')

/** The trimmed values of a submitted form. A missing field is an empty string. */
export const readValues = <Field extends string>(rules: FormRules<Field>, form: FormFields) =>
  Object.fromEntries(
    Object.keys(rules).map((field) => [field, textOf(form, field).trim()]),
  ) as FormValues<Field>

/** The fields of the API's spam check: the honeypot and the form's token. */
export const readSpamFields = (form: FormFields) => ({
  website: textOf(form, 'website'),
  form_token: textOf(form, 'form_token'),
})

export type FormPayload<Field extends string> = FormValues<Field> &
  ReturnType<typeof readSpamFields>
