import { localDay } from '#shared/company.ts'
import { emailLengthMax, isEmail, validateResume } from '#shared/validation.ts'
import {
  type genders,
  isIdentification,
  type levels,
  messages,
  validateDateOfBirth,
} from '../validation.ts'

/** What step 3 asks for, as it is typed. */
export type ApplicationValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  dateOfBirth: string
  identification: string
  otherPhoneNumber: string
  /** Of radios, null is none. */
  gender: (typeof genders)[number] | null
  experience: (typeof levels)[number] | null
  motivation: string
  resume: File | null
}
export type ApplicationField = keyof ApplicationValues

export const emptyValues: ApplicationValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  dateOfBirth: '',
  identification: '',
  otherPhoneNumber: '',
  gender: null,
  experience: null,
  motivation: '',
  resume: null,
}

/** What the call takes at most; the server refuses more. */
export const lengthsMax = {
  firstName: 100,
  lastName: 100,
  email: emailLengthMax,
  phone: 40,
  otherPhoneNumber: 40,
  motivation: 5_000,
} as const

/** The fields in the order of the screen, by their names on the wire. */
export const wireNames: Record<ApplicationField, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  identification: 'identification',
  gender: 'gender',
  email: 'email',
  phone: 'phone_number',
  otherPhoneNumber: 'other_phone_number',
  experience: 'level',
  motivation: 'description',
  resume: 'resume',
}
export const fields = Object.keys(wireNames) as ApplicationField[]

/** Those without which Submit stays disabled. */
export const keyFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'identification',
  'gender',
] as const satisfies ApplicationField[]

/** A national ID as it is sent: people write it in groups, and no ID has spaces. */
const withoutSpaces = (identification: string) => identification.replace(/\s+/g, '')

const filled = (message: string) => (value: string) => value.trim() !== '' || message

/** Each field's rule: true, or what the applicant is told. */
export const fieldRules: {
  [Field in ApplicationField]?: (value: ApplicationValues[Field]) => true | string
} = {
  firstName: filled(messages.firstName),
  lastName: filled(messages.lastName),
  email: (value) =>
    value.trim() === '' ? messages.email : isEmail(value.trim()) || messages.emailFormat,
  phone: filled(messages.phone),
  dateOfBirth: (value) => {
    if (value === '') return messages.dateOfBirth
    return validateDateOfBirth(value, new Date()) ?? true
  },
  identification: (value) =>
    withoutSpaces(value) === ''
      ? messages.identification
      : isIdentification(withoutSpaces(value)) || messages.identificationFormat,
  gender: (value) => value !== null || messages.gender,
  motivation: (value) =>
    value.trim().length <= lengthsMax.motivation || `At most ${lengthsMax.motivation} characters`,
  resume: (file) => (file ? (validateResume(file) ?? true) : messages.resume),
}

/** The fields of the call apart from `done_at`, in its own names and order. */
export function toWire(values: ApplicationValues, cohortId: number, techStackId: string) {
  const wire: [string, string | File][] = [
    ['first_name', values.firstName.trim()],
    ['last_name', values.lastName.trim()],
    ['email', values.email.trim()],
    ['phone_number', values.phone.trim()],
    ['date_of_birth', values.dateOfBirth],
    ['identification', withoutSpaces(values.identification)],
    ['other_phone_number', values.otherPhoneNumber.trim()],
    ['cohort', String(cohortId)],
    ['tech_stack', techStackId],
    ['level', values.experience ?? ''],
    ['gender', values.gender ?? ''],
    ['description', values.motivation.trim()],
  ]
  if (values.resume) wire.splice(9, 0, ['resume', values.resume])
  return wire
}

/** Today as the call wants it, in Kigali. */
export const today = () => localDay(new Date())
