import { localDay } from '#site'

/** What the applicant is told, word for word; the wizard and the server say the same. */
export const messages = {
  cohort: 'Please select a cohort',
  chooseTechStack: 'Please select a tech stack',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  emailFormat: 'Please enter a valid email',
  phone: 'Phone number is required',
  dateOfBirth: 'Date of birth is required',
  dateFormat: 'Please enter a valid date',
  age: 'You must be at least 18 years old',
  identification: 'National ID is required',
  identificationFormat: 'Invalid National ID format',
  gender: 'Gender is required',
  techStack: 'Tech stack is required',
  resume: 'Resume is required',
  resumeType: 'Resume must be a PDF, DOC or DOCX file',
  resumeSize: 'Resume must be 10MB or smaller',
  resumeEmpty: 'This file is empty',
} as const

export const genders = ['MALE', 'FEMALE', 'OTHER'] as const

/** BEGINER is spelt so on the wire. */
export const levels = ['BEGINER', 'INTERMEDIATE', 'ADVANCED'] as const

export const levelLabels: Record<(typeof levels)[number], string> = {
  BEGINER: 'Beginner 0-1 years',
  INTERMEDIATE: 'Intermediate 1-3 years',
  ADVANCED: 'Advanced 3+ years',
}

const applicantAgeMinYears = 18
export const resumeBytesMax = 10 * 1024 * 1024
export const resumeExtensions = ['.pdf', '.doc', '.docx'] as const

export const emailLengthMax = 254

/** An address in the simple shape somebody@somewhere.tld. The pattern takes long over long texts, so those are none. */
export const isEmail = (value: string) =>
  value.length <= emailLengthMax && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

/** 16 digits, or 5 to 20 letters, digits, hyphens, dots and slashes. */
export const isIdentification = (value: string) =>
  /^\d{16}$/.test(value) || /^[a-z0-9./-]{5,20}$/i.test(value)

/** What is wrong with a day of birth (YYYY-MM-DD) at that moment, or undefined. */
export function dateOfBirthProblem(value: string, now: Date) {
  const date = new Date(`${value}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value
  if (!isDay || value > localDay(now) || value < '1900-01-01') return messages.dateFormat
  // In Kigali, and for those born on 29 February on 1 March.
  const birthday = `${date.getUTCFullYear() + applicantAgeMinYears}${value.slice(4)}`
  return birthday <= localDay(now) ? undefined : messages.age
}

/** What is wrong with a resume as far as its name and size tell, or undefined. */
export function resumeProblem(file: { name: string; size: number }) {
  const name = file.name.toLowerCase()
  if (!resumeExtensions.some((extension) => name.endsWith(extension))) return messages.resumeType
  if (file.size > resumeBytesMax) return messages.resumeSize
  if (file.size === 0) return messages.resumeEmpty
  return undefined
}
