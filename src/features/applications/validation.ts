import { localDay } from '#shared/company.ts'
import { emailLengthMax, personMessages, resumeMessages } from '#shared/validation.ts'

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

export const lengthsMax = {
  firstName: 100,
  lastName: 100,
  email: emailLengthMax,
  phone: 40,
  identification: 20,
  otherPhoneNumber: 40,
  motivation: 5_000,
} as const

export const applicationStatuses = [
  'PENDING',
  'REVIEWING',
  'SHORTLISTED',
  'ACCEPTED',
  'REJECTED',
  'WITHDRAWN',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** The way of who is accepted, in order. */
export const funnelStatuses = ['PENDING', 'REVIEWING', 'SHORTLISTED', 'ACCEPTED'] as const

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

/** What the other phone number of an application is called, for applicants and for staff. */
export const relativesPhone = "Relative's phone number"

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
