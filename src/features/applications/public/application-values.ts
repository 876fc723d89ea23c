import { localDay } from '#shared/company.ts'
import { isEmail, validateResume } from '#shared/validation.ts'
import {
  type genders,
  isIdentification,
  lengthsMax,
  type levels,
  messages,
  relativesPhone,
  validateDateOfBirth,
} from '../validation.ts'

/** The values of step 3's form, as typed. */
export type ApplicationValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  dateOfBirth: string
  identification: string
  otherPhoneNumber: string
  /** Null if no radio button is selected. */
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

/** The fields in screen order, by their names on the wire. */
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

export const labels: Record<ApplicationField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  identification: 'National ID',
  gender: 'Gender',
  email: 'Email',
  phone: 'Phone number',
  otherPhoneNumber: relativesPhone,
  experience: 'Experience level (optional)',
  motivation: 'Motivation (optional)',
  resume: 'Resume',
}

/** Submit is disabled until these fields are filled. */
export const keyFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'dateOfBirth',
  'identification',
  'gender',
] as const satisfies ApplicationField[]

/** The fields that an application needs, in screen order. */
export const neededFields = fields.filter((field) => [...keyFields, 'resume'].includes(field))

/** Removes the spaces of a national ID: people type it in groups. */
const withoutSpaces = (identification: string) => identification.replace(/\s+/g, '')

const filled = (message: string) => (value: string) => value.trim() !== '' || message

/** The validation rule of each field. @returns true or an error message */
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

/** The fields of the request except `done_at`, with the wire's names and order. */
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

/** Today in Kigali, as YYYY-MM-DD. */
export const today = () => localDay(new Date())
