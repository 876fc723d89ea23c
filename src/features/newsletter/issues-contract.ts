import { z } from 'zod'
import { idSchema, requiredText } from '#shared/fields.ts'
import { expectedVersion, optionalFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { issueArticlesMax, issueContentMax, issueMoves, issueStatuses } from './validation.ts'

const count = z.number().int()

const rowSchema = z.object({
  id: count,
  subject: z.string(),
  article_ids: z.array(count),
  status: z.enum(issueStatuses),
  recipients: count.describe('The confirmed subscribers: those now, or when it was sent'),
  sent: count.describe('How many emails are sent'),
  waiting: count.describe('How many wait in the outbox'),
  failed: count.describe('How many were given up'),
  withheld: count.describe('How many were not sent because their recipients have left meanwhile'),
  started_at: z.string().nullable(),
  started_by: z.string(),
  ended_at: z.string().nullable(),
  updated_at: z.string(),
})
export type IssueRow = z.infer<typeof rowSchema>

const issueSchema = rowSchema.extend({
  content: z.string().describe('The text before the articles, as safe HTML'),
})
export type Issue = z.infer<typeof issueSchema>

// Strict, so that a page of the version before, which sends a plain `text`, is refused instead of losing it.
const fields = z.strictObject({
  subject: requiredText('Please enter a subject', 150),
  content: z.string().trim().max(issueContentMax, `At most ${issueContentMax} characters`),
  article_ids: z
    .array(idSchema)
    .max(issueArticlesMax, `At most ${issueArticlesMax} articles`)
    .refine((ids) => new Set(ids).size === ids.length, 'Please choose each article once'),
})
export type IssueFields = z.infer<typeof fields>

const byId = z.object({ id: idSchema })
const staff = { tag: 'NewsletterIssue', access: recruiters } as const
const sending = { ...staff, alsoChanges: ['Email'] } as const

export const issuesContract = {
  list: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/newsletter-issues/',
      summary: 'List the issues of the newsletter, the newest first',
    })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(z.enum(issueStatuses)),
      }),
    )
    .output(pageSchema(rowSchema)),
  get: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/newsletter-issues/{id}/',
      summary: 'An issue of the newsletter with its text',
    })
    .input(byId)
    .output(issueSchema),
  create: procedure({ ...staff, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/newsletter-issues/',
      successStatus: 201,
      summary: 'Begin an issue of the newsletter, from a text and chosen articles',
      description:
        'The text is HTML, of which headings, paragraphs, bold and italic words, lists, quotes and links are kept. 400 when the email would be larger than 40 kB.',
    })
    .input(fields)
    .output(issueSchema),
  update: procedure(staff)
    .route({
      method: 'PATCH',
      path: '/admin/newsletter-issues/{id}/',
      summary: 'Change an issue that is not being sent yet',
    })
    .input(fields.partial().extend({ id: idSchema, expected_updated_at: expectedVersion }))
    .output(issueSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/newsletter-issues/{id}/',
      successStatus: 204,
      summary: 'Move an issue to the trash that is not being sent yet',
    })
    .input(byId),
  preview: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/newsletter-issues/{id}/preview/',
      summary: 'An issue as an email and as plain text, and what keeps it from being sent',
    })
    .input(byId)
    .output(
      z.object({
        subject: z.string(),
        html: z.string(),
        text: z.string(),
        bytes: count,
        problems: z.array(z.string()),
      }),
    ),
  test: procedure({ tag: 'Email', access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/newsletter-issues/{id}/test/',
      summary: 'Send an issue to oneself',
    })
    .input(byId)
    .output(z.object({ recipient: z.string() })),
  send: procedure(sending)
    .route({
      method: 'POST',
      path: '/admin/newsletter-issues/{id}/send/',
      summary: 'Send an issue to all confirmed subscribers',
      description:
        'They are written to in batches, each once. From now on the issue cannot be changed. 409 when it has changed since it was seen, or was sent before.',
    })
    .input(byId.extend({ expected_updated_at: expectedVersion }))
    .output(rowSchema),
  steer: procedure(sending)
    .route({
      method: 'POST',
      path: '/admin/newsletter-issues/{id}/steer/',
      summary: 'Pause, resume or stop the sending of an issue',
      description:
        'A pause lets go what waits in the outbox, at most one batch. Who stops takes that back, and for good.',
    })
    .input(byId.extend({ move: z.enum(issueMoves, { error: 'Please say pause, resume or stop' }) }))
    .output(rowSchema),
}
