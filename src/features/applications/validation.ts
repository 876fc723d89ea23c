import { localDay } from '#shared/company.ts'
import { resumeMessages, validateResume } from '#shared/resume.ts'
import {
  choiceRule,
  emailRule,
  type FieldRule,
  type FormValues,
  type PublicForm,
  personMessages,
  unless,
} from '#shared/validation.ts'

/** How many are given a spot at once at most. */
export const placedMax = 500

/** The error messages, shared by the wizard and the server. */
export const messages = {
  cohort: 'Please select a cohort',
  cohortPast: 'Application deadline has passed',
  cohortFull: 'This cohort is full. Please select another cohort',
  cohortNotOpen: 'This cohort is not open for applications',
  chooseTechStack: 'Please select a tech stack',
  ...personMessages,
  dateOfBirth: 'Date of birth is required',
  dateFormat: 'Please enter a valid date',
  age: 'You must be at least 18 years old',
  identification: 'National ID is required',
  identificationFormat: 'Invalid National ID format',
  gender: 'Gender is required',
  techStack: 'Tech stack is required',
  techStackGone: 'This tech stack is not offered any more. Please choose another',
  level: 'Please choose an experience level',
  ...resumeMessages,
} as const

/** The longest national ID or passport number, without spaces. */
export const identificationLengthMax = 20

export const applicationStatuses = [
  'PENDING',
  'REVIEWING',
  'SHORTLISTED',
  'ACCEPTED',
  'REJECTED',
  'WITHDRAWN',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Those of applications that are out of the running; they take no spot and no time for an interview. */
export const closedStatuses = ['REJECTED', 'WITHDRAWN'] as const
export const isClosed = (status: string) => (closedStatuses as readonly string[]).includes(status)

export const applicationStatusLabels: Record<ApplicationStatus, string> = {
  PENDING: 'Pending',
  REVIEWING: 'Reviewing',
  SHORTLISTED: 'Shortlisted',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
}

/** The way of who is accepted, in order. */
export const funnelStatuses: readonly ApplicationStatus[] = [
  'PENDING',
  'REVIEWING',
  'SHORTLISTED',
  'ACCEPTED',
]

/** What an entry of the history tells of. */
export const historyKinds = ['status', 'move', 'waiting', 'assignee', 'interview'] as const

/** What became of the email that tells of a change: held back, being tried, or at its end. */
export const statusEmailStates = [
  'HELD',
  'WAITING',
  'SENT',
  'FAILED',
  'CANCELLED',
  'LEFT_OUT',
] as const

export const applicationOrders = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'status',
  '-status',
  'cohort',
  '-cohort',
  'waiting',
  '-waiting',
  'score',
  '-score',
] as const

export const genders = ['MALE', 'FEMALE', 'OTHER'] as const

export const genderLabels: Record<(typeof genders)[number], string> = {
  MALE: 'Male',
  FEMALE: 'Female',
  OTHER: 'Other',
}

/** `BEGINER` is the spelling on the wire. */
export const levels = ['BEGINER', 'INTERMEDIATE', 'ADVANCED'] as const

export const levelLabels: Record<(typeof levels)[number], string> = {
  BEGINER: 'Beginner 0-1 years',
  INTERMEDIATE: 'Intermediate 1-3 years',
  ADVANCED: 'Advanced 3+ years',
}

/** As many fit side by side. */
export const comparedMax = 4

export const scoreLabels = { 1: 'Weak', 2: 'Fair', 3: 'Good', 4: 'Strong' } as const
export const scoreMax = 4
/** A cohort has as many criteria as these, or none. */
export const criteriaMin = 3
export const criteriaMax = 5
export const criterionNameMax = 60
export const criterionHintMax = 200

/** The characters of a note, or of what is noted with a decision, at most. */
export const noteLengthMax = 2_000

const applicantAgeMinYears = 18

/** 16 digits, or 5 to 20 letters, digits, hyphens, dots and slashes. */
export const isIdentification = (value: string) =>
  /^\d{16}$/.test(value) || /^[a-z0-9./-]{5,20}$/i.test(value)

/** Validates a date of birth (YYYY-MM-DD). @returns an error message or undefined */
export function validateDateOfBirth(value: string, now: Date) {
  const date = new Date(`${value}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value
  if (!isDay || value > localDay(now) || value < '1900-01-01') return messages.dateFormat
  // The current day is Kigali's; a birthday on 29 February counts as 1 March.
  const birthday = `${date.getUTCFullYear() + applicantAgeMinYears}${value.slice(4)}`
  return birthday <= localDay(now) ? undefined : messages.age
}

/** Today in Kigali, as YYYY-MM-DD. */
export const today = () => localDay(new Date())

/** People type a national ID in groups. */
const withoutSpaces = (identification: string) => identification.replace(/\s+/g, '')

const { missing: _, ...optionalLevel } = choiceRule(levels, messages.level)

/** The rules of the fields. The cohort and the tech stack are chosen in steps of their own. */
export const applicationRules = {
  cohort: { missing: messages.cohort, lengthMax: 20 },
  tech_stack: { missing: messages.techStack, lengthMax: 60 },
  first_name: { missing: messages.firstName, lengthMax: 100 },
  last_name: { missing: messages.lastName, lengthMax: 100 },
  date_of_birth: {
    missing: messages.dateOfBirth,
    lengthMax: 10,
    validate: (text) => validateDateOfBirth(text, new Date()),
  },
  identification: {
    missing: messages.identification,
    lengthMax: 2 * identificationLengthMax,
    validate: unless(
      (text) => isIdentification(withoutSpaces(text)),
      messages.identificationFormat,
    ),
  },
  gender: choiceRule(genders, messages.gender),
  email: emailRule(messages.emailFormat, messages.email),
  phone_number: { missing: messages.phone, lengthMax: 40 },
  other_phone_number: { lengthMax: 40 },
  level: optionalLevel,
  description: { lengthMax: 5_000, isMultiline: true },
} satisfies Record<string, FieldRule>

export type ApplicationField = keyof typeof applicationRules

/** The fields that are typed in step 3, in screen order. */
export type TypedField = Exclude<ApplicationField, 'cohort' | 'tech_stack'>

/** What the fields are called, for applicants and for staff. */
export const labels: Record<TypedField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  date_of_birth: 'Date of birth',
  identification: 'National ID',
  gender: 'Gender',
  email: 'Email',
  phone_number: 'Phone number',
  other_phone_number: "Relative's phone number",
  level: 'Experience level (optional)',
  description: 'Motivation (optional)',
}

export const applicationForm: PublicForm<ApplicationField, 'resume'> = {
  rules: applicationRules,
  files: { resume: (file) => (file ? validateResume(file) : messages.resume) },
  order: [...(Object.keys(applicationRules) as ApplicationField[]), 'resume'],
  failure: 'Your application could not be sent. Nothing that you typed is lost: please try again.',
}

/** The values as they are sent. */
export const toSent = <Values extends FormValues<ApplicationField>>(values: Values): Values => ({
  ...values,
  identification: withoutSpaces(values.identification),
})
