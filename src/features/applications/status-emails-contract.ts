import { z } from 'zod'
import { emailTemplate, flagSchema, idSchema } from '#shared/fields.ts'
import { expectedVersion } from '#shared/list-fields.ts'
import { procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { statusEmailKinds } from '#shared/status-emails.ts'
import { statusEmailStates } from './validation.ts'

const kind = z.enum(statusEmailKinds, { error: 'Please choose an email' })
const templates = z.record(kind, emailTemplate)
const { subject, text } = emailTemplate.shape

const cohortEmails = z.object({
  id: z.number().int().describe("The cohort's"),
  name: z.string(),
  updated_at: z.string().describe("The cohort's, as its emails are part of it"),
  emails: z.partialRecord(kind, emailTemplate).describe('Those that are its own'),
  settings: templates.describe('What holds where it has none of its own'),
})
export type CohortEmails = z.infer<typeof cohortEmails>

const written = z.object({
  kind,
  cohort: idSchema.nullish().describe('The cohort whose applicants are meant'),
  subject,
  text,
})

const previewSchema = z.object({
  name: z.string(),
  recipient: z.string(),
  subject: z.string(),
  html: z.string(),
})

/** Whether applicants are written to, where there is an email for what becomes of them. */
export const sendsEmail = {
  send_email: flagSchema
    .default(true)
    .describe(
      'Whether the applicants are told by email, after 15 minutes, unless it is undone before',
    ),
}

/** What a history says of the email that tells of a change. */
export const historyEmail = z
  .object({
    state: z.enum(statusEmailStates),
    due: z.string().nullable().describe('When it is sent, as long as it is held'),
  })
  .nullable()
  .describe('The email to the applicant; null for none')

export const statusEmailsContract = {
  sent: procedure({ tag: 'Settings', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/emails/',
      summary: 'Which changes of an application are told by email',
    })
    .output(
      z.object({
        kinds: z.array(kind),
        cohorts: z
          .array(z.object({ id: z.number().int(), kinds: z.array(kind) }))
          .describe('Those that have emails of their own'),
      }),
    ),
  preview: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/applications/emails/preview/',
      summary: 'An email as three applicants would get it',
    })
    .input(written)
    .output(z.array(previewSchema)),
  test: procedure({ tag: 'Email', access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/applications/emails/test/',
      summary: 'Send an email to oneself, as an applicant would get it',
    })
    .input(written)
    .output(z.object({ recipient: z.string() })),
  ofCohort: procedure({ tag: 'Cohort', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/cohorts/{id}/emails/',
      summary: 'What the applicants of a cohort are written',
    })
    .input(z.object({ id: idSchema }))
    .output(cohortEmails),
  saveCohort: procedure({ tag: 'Cohort', alsoChanges: ['Settings'], access: recruiters })
    .route({
      method: 'PATCH',
      path: '/admin/cohorts/{id}/emails/',
      summary: 'Set what the applicants of a cohort are written',
      description: 'For those that are left out, the settings hold.',
    })
    .input(
      z.object({
        id: idSchema,
        emails: z.partialRecord(kind, emailTemplate),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(cohortEmails),
  leaveOut: procedure({ tag: 'Application', alsoChanges: ['Email'], access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/applications/{id}/emails/cancel/',
      summary: 'Cancel the email to an applicant that is not sent yet',
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ detail: z.string() })),
}
