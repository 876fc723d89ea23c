import {
  choiceRule,
  emailRule,
  type FieldRule,
  type FormValues,
  type PublicForm,
  unless,
  validateResume,
} from '#shared/validation.ts'
import {
  genders,
  isIdentification,
  lengthsMax,
  levels,
  messages,
  relativesPhone,
  validateDateOfBirth,
} from './validation.ts'

/** People type a national ID in groups. */
const withoutSpaces = (identification: string) => identification.replace(/\s+/g, '')

const { missing: _, ...optionalLevel } = choiceRule(levels, messages.level)

/** The rules of the fields. The cohort and the tech stack are chosen in steps of their own. */
const applicationRules = {
  cohort: { missing: messages.cohort, lengthMax: 20 },
  tech_stack: { missing: messages.techStack, lengthMax: 60 },
  first_name: { missing: messages.firstName, lengthMax: lengthsMax.firstName },
  last_name: { missing: messages.lastName, lengthMax: lengthsMax.lastName },
  date_of_birth: {
    missing: messages.dateOfBirth,
    lengthMax: 10,
    validate: (text) => validateDateOfBirth(text, new Date()),
  },
  identification: {
    missing: messages.identification,
    lengthMax: 2 * lengthsMax.identification,
    validate: unless(
      (text) => isIdentification(withoutSpaces(text)),
      messages.identificationFormat,
    ),
  },
  gender: choiceRule(genders, messages.gender),
  email: emailRule(messages.emailFormat, messages.email),
  phone_number: { missing: messages.phone, lengthMax: lengthsMax.phone },
  other_phone_number: { lengthMax: lengthsMax.otherPhoneNumber },
  level: optionalLevel,
  description: { lengthMax: lengthsMax.motivation, isMultiline: true },
} satisfies Record<string, FieldRule>

export type ApplicationField = keyof typeof applicationRules

/** The fields that are typed in step 3, in screen order. */
export type TypedField = Exclude<ApplicationField, 'cohort' | 'tech_stack'>

export const labels: Record<TypedField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  date_of_birth: 'Date of birth',
  identification: 'National ID',
  gender: 'Gender',
  email: 'Email',
  phone_number: 'Phone number',
  other_phone_number: relativesPhone,
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
