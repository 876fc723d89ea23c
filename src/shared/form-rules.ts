import { emailLengthMax, isEmail } from './validation.ts'

/** What a text field of a form must have. The form and the server go by the same rule, and say the same. */
export type FieldRule = {
  /** Said of a field that is left empty; without it, the field is optional. */
  missing?: string
  lengthMax: number
  /** What is wrong with a text that is neither empty nor too long, or undefined. */
  validate?: (text: string) => string | undefined
}

export type FormRules<Field extends string = string> = Readonly<Record<Field, FieldRule>>
/** A form that visitors send, as both sides know it: in the browser, and on the server without JavaScript. */
export type PublicForm<Field extends string, FileField extends string = never> = {
  rules: FormRules<Field>
  /** What is wrong with a file that was chosen, or with none. */
  files?: Readonly<Record<FileField, (file: File | null) => string | undefined>>
  /** All fields in the order of the screen, where files are among them; else it is that of the rules. */
  order?: readonly (Field | FileField)[]
  /** Said where the server fails or can't be reached. */
  failure: string
}

export type FormValues<Field extends string = string> = Record<Field, string>
export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>

/** A text of at least and at most so many characters. `message` is said of a shorter one. */
export const textRule = (lengthMin: number, lengthMax: number, message: string): FieldRule => ({
  missing: message,
  lengthMax,
  validate: unless((text) => text.length >= lengthMin, message),
})

/** An e-mail address. `missing` is said where there is none, and `message` where it is wrong. */
export const emailRule = (message: string, missing = message): FieldRule => ({
  missing,
  lengthMax: emailLengthMax,
  validate: unless(isEmail, message),
})

/** Makes a rule's `validate` of a condition and the message where it doesn't hold. */
export const unless = (isRight: (text: string) => boolean, message: string) => (text: string) =>
  isRight(text) ? undefined : message

/** What is wrong with a field, or undefined. Spaces around the text don't count. */
export function validateField(rule: FieldRule, value: string): string | undefined {
  const text = value.trim()
  if (text === '') return rule.missing
  if (text.length > rule.lengthMax) return `At most ${rule.lengthMax} characters`
  return rule.validate?.(text)
}

/** What is wrong with a form, by field; empty when nothing is. */
export function validateForm<Field extends string, FileField extends string>(
  { rules, files }: PublicForm<Field, FileField>,
  values: FormValues<Field>,
  fileOf: (field: FileField) => File | null,
): FieldErrors<Field | FileField> {
  const errors: FieldErrors<Field | FileField> = {}
  for (const field of Object.keys(rules) as Field[]) {
    errors[field] = validateField(rules[field], values[field])
  }
  for (const field of Object.keys(files ?? {}) as FileField[]) {
    errors[field] = files?.[field](fileOf(field))
  }
  return errors
}
