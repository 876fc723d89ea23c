import type { Wire } from '#client/forms/idempotency-key.ts'
import {
  type FormValues,
  type RefusedForm,
  type readSpamFields,
  readValues,
} from '#shared/validation.ts'
import {
  type ApplicationField,
  applicationForm,
  labels,
  type TypedField,
  toSent,
} from '../validation.ts'

/** What is typed in step 3, with the chosen resume. */
export type ApplicationValues = { values: FormValues<ApplicationField>; resume: File | null }

export const emptyValues: ApplicationValues = {
  values: readValues(applicationForm.rules, new Map<string, string>()),
  resume: null,
}

/** A valid form, as it is sent. */
export type FilledApplication = ReturnType<typeof readSpamFields> & {
  wire: Wire
  chosen: { cohort: string; tech_stack: string }
}

/** A form that was posted without JavaScript and refused. */
export type RefusedApplication = RefusedForm<ApplicationField, 'resume'>

export const resumeLabel = 'Resume'
const typedFields = Object.keys(labels) as TypedField[]

/** Submit is disabled until these fields are filled. */
const keyFields = typedFields.filter((field) => applicationForm.rules[field].missing !== undefined)

export const hasKeyFields = ({ values }: ApplicationValues) =>
  keyFields.every((field) => values[field] !== '')

/** The labels of what an application still needs, in screen order. */
export const missingLabels = ({ values, resume }: ApplicationValues) => [
  ...keyFields.filter((field) => values[field] === '').map((field) => labels[field]),
  ...(resume ? [] : [resumeLabel]),
]

export const isFilled = ({ values, resume }: ApplicationValues) =>
  resume !== null || typedFields.some((field) => values[field] !== '')

/** The request without what may differ when the same application is sent again. */
export function toWire({ values, resume }: ApplicationValues): Wire {
  const texts = Object.entries(toSent(values))
  return resume ? [...texts, ['resume', resume]] : texts
}
