import { parseUrl } from '#shared/older-browsers.ts'
import { resumeMessages, validateResume } from '#shared/resume.ts'
import {
  choiceRule,
  emailRule,
  type FieldRule,
  isPhone,
  type PublicForm,
  personMessages,
  toOneLine,
  unless,
} from '#shared/validation.ts'

export const talentStatuses = ['NEW', 'CONTACTED', 'PLACED', 'ARCHIVED', 'SPAM'] as const
export type TalentStatus = (typeof talentStatuses)[number]

export const talentStatusLabels: Record<TalentStatus, string> = {
  NEW: 'New',
  CONTACTED: 'Contacted',
  PLACED: 'Placed',
  ARCHIVED: 'Archived',
  SPAM: 'Spam',
}

export const talentOrders = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'years',
  '-years',
  'status',
  '-status',
] as const

export const talentLevels = ['JUNIOR', 'MID', 'SENIOR', 'LEAD'] as const
export const talentLevelLabels: Record<(typeof talentLevels)[number], string> = {
  JUNIOR: 'Junior',
  MID: 'Mid-level',
  SENIOR: 'Senior',
  LEAD: 'Lead',
}

export const availabilities = ['NOW', 'MONTH', 'QUARTER', 'OPEN'] as const
export const availabilityLabels: Record<(typeof availabilities)[number], string> = {
  NOW: 'Right away',
  MONTH: 'Within a month',
  QUARTER: 'Within three months',
  OPEN: 'Not looking, but open to offers',
}

export const workModes = ['REMOTE', 'HYBRID', 'ONSITE', 'ANY'] as const
export const workModeLabels: Record<(typeof workModes)[number], string> = {
  REMOTE: 'Remote',
  HYBRID: 'Part remote, part on site',
  ONSITE: 'On site',
  ANY: 'Any of these',
}

/** The consent text. Change the version with the text: each talent's accepted version is stored. */
export const consent = {
  version: '2026-11-20',
  words:
    'I agree that my profile and resume are kept, and shown to employers who look for somebody like me, until I ask for them to be deleted.',
} as const

export const skillsMax = 15
const skillLengthMax = 40
const yearsMax = 60

/** Splits a text at commas, semicolons and line breaks into skills, without duplicates. */
export function skillsIn(text: string): string[] {
  const skills = new Map<string, string>()
  for (const part of text.split(/[,;\n]/)) {
    const skill = toOneLine(part).replace(/\s+/g, ' ')
    if (skill && !skills.has(skill.toLowerCase())) skills.set(skill.toLowerCase(), skill)
  }
  return [...skills.values()]
}

const skillsMissing = 'Please name at least one skill'

function validateSkills(text: string) {
  const skills = skillsIn(text)
  if (skills.length === 0) return skillsMissing
  if (skills.length > skillsMax) return `At most ${skillsMax} skills`
  return skills.some((skill) => skill.length > skillLengthMax)
    ? `At most ${skillLengthMax} characters a skill. Put commas between them`
    : undefined
}

/** Normalizes a URL that may lack its scheme. Null for an invalid one. */
export function normalizeLink(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const url = /\s/.test(address) ? null : parseUrl(address)
  if (!url) return null
  const { hostname, username, password, href } = url
  return hostname.includes('.') && !username && !password ? href : null
}

/** The rules of the fields, in the order of the form. */
export const talentRules = {
  first_name: { missing: personMessages.firstName, lengthMax: 100 },
  last_name: { missing: personMessages.lastName, lengthMax: 100 },
  email: emailRule(personMessages.emailFormat, personMessages.email),
  phone_number: {
    missing: personMessages.phone,
    lengthMax: 40,
    validate: unless(isPhone, 'Please enter a valid phone number'),
  },
  location: { missing: 'Please tell us where you live', lengthMax: 120 },
  headline: { missing: 'Please tell us in one line what you do', lengthMax: 120 },
  link: {
    lengthMax: 500,
    validate: unless(
      (text) => normalizeLink(text) !== null,
      'Please enter the address of a page, such as linkedin.com/in/your-name',
    ),
  },
  about: { lengthMax: 1_000, isMultiline: true },
  skills: { missing: skillsMissing, lengthMax: 800, isMultiline: true, validate: validateSkills },
  level: choiceRule(talentLevels, 'Please choose your level'),
  years: {
    missing: 'Please tell us how many years you have worked',
    lengthMax: 10,
    validate: unless(
      (text) => /^\d{1,3}$/.test(text) && Number(text) <= yearsMax,
      `Please enter a whole number of years, from 0 to ${yearsMax}`,
    ),
  },
  latest_role: { lengthMax: 120 },
  availability: choiceRule(availabilities, 'Please choose when you could start'),
  work_mode: choiceRule(workModes, 'Please choose how you want to work'),
  consent: {
    missing: 'Please agree first: without it we may not keep your profile',
    lengthMax: 40,
    validate: unless(
      (text) => text === consent.version,
      'These words have changed. Please open this page again, read them and agree',
    ),
  },
} satisfies Record<string, FieldRule>

export type TalentField = keyof typeof talentRules
const talentFields = Object.keys(talentRules) as TalentField[]

export const talentForm: PublicForm<TalentField, 'resume'> & { success: string } = {
  rules: talentRules,
  files: { resume: (file) => (file ? validateResume(file) : resumeMessages.resume) },
  // The resume comes before the consent.
  order: talentFields.flatMap((field) =>
    field === 'consent' ? ['resume' as const, field] : [field],
  ),
  success: 'You are registered!',
  failure: 'Your registration could not be sent. Nothing that you typed is lost: please try again.',
}
