import { z } from 'zod'
import { dateSchema, formFields, idOr, refuseBy, requiredText, textField } from '#shared/fields.ts'
import { optionalFilter } from '#shared/list-fields.ts'
import { validateResume } from '#shared/resume.ts'
import { resumeSchema } from '#shared/resume-fields.ts'
import { colleagueSchema } from './notes-contract.ts'
import {
  applicationStatuses,
  genders,
  identificationLengthMax,
  isIdentification,
  levels,
  messages,
  applicationRules as rules,
} from './validation.ts'

/**
 * The input of an application. Rules that depend on the time or on stored rows are in
 * `server/validate-against-database.ts`.
 */
export const applicationInput = z.object({
  first_name: textField(rules.first_name),
  last_name: textField(rules.last_name),
  email: textField(rules.email),
  phone_number: textField(rules.phone_number),
  date_of_birth: requiredText(messages.dateOfBirth, 10),
  identification: requiredText(
    messages.identification,
    identificationLengthMax,
    messages.identificationFormat,
  ).refine(
    (value) => value === '' || value.length > identificationLengthMax || isIdentification(value),
    messages.identificationFormat,
  ),
  other_phone_number: textField(rules.other_phone_number).default(''),
  cohort: idOr(messages.cohort),
  tech_stack: textField(rules.tech_stack),
  level: optionalFilter(z.enum(levels, { error: messages.level })),
  gender: z.enum(genders, { error: messages.gender }),
  description: textField(rules.description).default(''),
  done_at: optionalFilter(dateSchema),
  resume: z.file({ error: messages.resume }).superRefine(refuseBy(validateResume)),
  ...formFields,
})

export type ApplicationInput = z.infer<typeof applicationInput>

/** The fields, by their names on the wire. */
export const applicationFields = applicationInput.keyof().options

/** A row of the staff's list, in the order of the export's columns. */
export const applicationSchema = z.object({
  id: z.number().int(),
  status: z.enum(applicationStatuses),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  other_phone_number: z.string(),
  date_of_birth: z.string(),
  identification: z.string(),
  gender: z.enum(genders),
  level: z.enum(levels).nullable(),
  cohort: z.number().int(),
  cohort_name: z.string(),
  tech_stack: z.string(),
  tech_stack_name: z.string(),
  description: z.string(),
  resume: resumeSchema,
  done_at: z.string(),
  created_at: z.string(),
  consent_version: z.string().describe('The version of the privacy page that it was sent under'),
  updated_at: z.string(),
  assignee: colleagueSchema.nullable().describe('The user who takes care of it'),
  waiting_since: z
    .string()
    .nullable()
    .describe('Its place in the waiting list of its cohort; null unless it waits for a spot'),
  also_applied: z
    .boolean()
    .describe('Whether there is another application with the same email, phone or national ID'),
  status_since: z.string().describe('When it got its status'),
  score_count: z.number().int().describe('How many have scored it by every criterion'),
  score_mean: z.number().nullable().describe('1 to 4; null unless one is of the signed-in user'),
})
export type Application = z.infer<typeof applicationSchema>

/** The response to an applicant: what was stored, without the national ID. */
export const submittedApplication = applicationSchema.pick({
  id: true,
  status: true,
  first_name: true,
  last_name: true,
  email: true,
  phone_number: true,
  other_phone_number: true,
  gender: true,
  level: true,
  cohort: true,
  tech_stack: true,
  description: true,
  done_at: true,
  created_at: true,
})
export type SubmittedApplication = z.infer<typeof submittedApplication>
