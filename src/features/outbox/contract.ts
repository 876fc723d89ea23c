import { z } from 'zod'
import { choiceOf, idSchema } from '#shared/fields.ts'
import { optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { bounceKinds, suppressionReasons } from '#shared/suppression.ts'
import { emailStatuses } from './validation.ts'

/** What keeps emails from an address. */
export const suppressionSchema = z.object({
  id: z.number().int(),
  reason: z.enum(suppressionReasons),
  detail: z.string().describe('What the mail server said'),
  created_at: z.string(),
})

const emailRow = z.object({
  id: z.number().int(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(emailStatuses),
  attempts: z.number().int(),
  last_error: z.string(),
  bounce: z
    .object({
      kind: z
        .enum(bounceKinds)
        .describe('UNPROVED is shown only: somebody reports it without proof'),
      detail: z.string().describe('What the mail server said'),
      at: z.string(),
    })
    .nullable()
    .describe('What came back after it was sent'),
  suppression: suppressionSchema.nullable().describe('Why its recipient gets no emails now'),
  next_try_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  created_at: z.string(),
})
export type EmailRow = z.infer<typeof emailRow>

const email = emailRow.extend({
  body: z.string().describe('Plain text, whose links lack what lets their owner in'),
  has_calendar: z.boolean(),
})

const admins = { tag: 'Email', access: ['ADMIN'] } as const
const byId = z.object({ id: idSchema })

export const outboxContract = {
  list: procedure(admins)
    .route({
      method: 'GET',
      path: '/admin/outbox/',
      summary: 'List the emails of the outbox, the newest first',
    })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(choiceOf(emailStatuses, 'Please choose a status')),
        search: searchFilter.describe('In recipient and subject'),
      }),
    )
    .output(
      pageSchema(emailRow).extend({
        is_sending: z.boolean().describe('Whether a mail server is configured'),
        waiting: z
          .object({
            count: z.number().int(),
            oldest_at: z.string().nullable().describe('When the oldest of them was written'),
          })
          .describe('Those that are due; not those that are held or that a recipient has put off'),
      }),
    ),
  get: procedure(admins)
    .route({ method: 'GET', path: '/admin/outbox/{id}/', summary: 'One email, with its text' })
    .input(byId)
    .output(email),
  retry: procedure(admins)
    .route({
      method: 'POST',
      path: '/admin/outbox/{id}/retry/',
      summary: 'Retry an email at once that was given up or is waiting',
    })
    .input(byId)
    .output(email),
  retryFailed: procedure(admins)
    .route({
      method: 'POST',
      path: '/admin/outbox/retry/',
      summary: 'Retry all emails at once that were given up',
    })
    .output(z.object({ retried: z.number().int() })),
  lift: procedure({ tag: 'Email', alsoChanges: ['Subscriber'], access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/suppressions/{id}/lift/',
      successStatus: 204,
      summary: 'Write to an address again that emails came back from, or whose owner complained',
      description: '404 when it is written to already.',
    })
    .input(byId),
}
