import { z } from 'zod'
import {
  dateSchema,
  formFields,
  idOr,
  optionalFilter,
  optionalText,
  refuseBy,
  requiredEmail,
  requiredText,
} from '#shared/fields.ts'
import { validateResume } from '#shared/validation.ts'
import { genders, isIdentification, lengthsMax, levels, messages } from './validation.ts'

/** The input of an application. Rules that depend on the time or on stored rows are in `server/problems.ts`. */
export const applicationInput = z.object({
  first_name: requiredText(messages.firstName, lengthsMax.firstName),
  last_name: requiredText(messages.lastName, lengthsMax.lastName),
  email: requiredEmail(messages.email, messages.emailFormat),
  phone_number: requiredText(messages.phone, lengthsMax.phone),
  date_of_birth: requiredText(messages.dateOfBirth, 10),
  identification: requiredText(
    messages.identification,
    lengthsMax.identification,
    messages.identificationFormat,
  ).refine(
    (value) => value === '' || value.length > lengthsMax.identification || isIdentification(value),
    messages.identificationFormat,
  ),
  other_phone_number: optionalText(lengthsMax.otherPhoneNumber).default(''),
  cohort: idOr(messages.cohort),
  tech_stack: requiredText(messages.techStack, 60),
  level: optionalFilter(z.enum(levels, { error: 'Please choose an experience level' })),
  gender: z.enum(genders, { error: messages.gender }),
  description: z
    .string()
    .trim()
    .max(lengthsMax.motivation, `At most ${lengthsMax.motivation} characters`)
    .default(''),
  done_at: optionalFilter(dateSchema),
  resume: z.file({ error: messages.resume }).superRefine(refuseBy(validateResume)),
  ...formFields,
})

export type ApplicationInput = z.infer<typeof applicationInput>

/** The fields, by their names on the wire. */
export const applicationFields = applicationInput.keyof().options
