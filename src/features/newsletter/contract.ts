import { z } from 'zod'
import { suppressionSchema } from '#features/outbox/contract.ts'
import { exportInput } from '#shared/export-input.ts'
import {
  choiceOf,
  dateOr,
  dateSchema,
  flagSchema,
  formFields,
  idSchema,
  requiredText,
  textField,
} from '#shared/fields.ts'
import { expectedVersion, optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import {
  importBytesMax,
  importOutcomes,
  importRowsNamedMax,
  linkMessages,
  newsletterForm,
  subscriberOrders,
  subscriberStatuses,
} from './validation.ts'

const email = textField(newsletterForm.rules.email)
const byToken = z.object({
  token: z.string({ error: linkMessages.token }).trim().max(200),
})
const tokenLimit = { calls: 60, seconds: 600 }

const detail = z.object({ detail: z.string() })

const status = choiceOf(subscriberStatuses, 'Please choose a status')

const subscriberSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  status: z.enum(subscriberStatuses),
  created_at: z.string(),
  unsubscribed_at: z.string().nullable(),
  consent_place: z.string().describe('Where an imported subscriber consented; empty for others'),
  consent_day: z.string().nullable(),
  asked_at: z.string().nullable().describe('Since when it waits to be confirmed'),
  confirmed_at: z.string().nullable().describe('When they confirmed by the link in our email'),
  consent_by: z.string().describe('The name of the user who added them; empty for the form'),
  consent_version: z.string().describe('The version of the privacy page on the form, or empty'),
  suppression: suppressionSchema.nullable().describe('Why they get no emails; null where they do'),
  updated_at: z.string(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

const filters = {
  status: optionalFilter(status),
  is_suppressed: optionalFilter(flagSchema).describe('Whether their address gets no emails'),
  search: searchFilter,
  created_from: optionalFilter(dateSchema).describe('The first day, in Kigali'),
  created_to: optionalFilter(dateSchema).describe('The last day, in Kigali'),
}

const ordering = optionalFilter(z.enum(subscriberOrders)).describe('By default -created_at')

const importFile = z.file({ error: 'Please choose a CSV file' })

const count = z.number().int()
const importReport = z.object({
  counts: z.object({
    added: count.describe('Those that are new, or had not confirmed yet'),
    known: count.describe('Those that are subscribed already'),
    unsubscribed: count.describe('Those that have left, and stay away'),
    repeated: count.describe('Those that stand in the file before'),
    invalid: count,
  }),
  rows: z
    .array(
      z.object({
        line: count,
        email: z.string(),
        outcome: z.enum(importOutcomes),
      }),
    )
    .describe(`The rows, at most ${importRowsNamedMax} of each outcome`),
})
export type ImportReport = z.infer<typeof importReport>

const staff = { tag: 'Subscriber', access: recruiters } as const

export const newsletterContract = {
  subscribe: procedure({
    tag: 'Subscriber',
    access: 'public',
    limit: { calls: 60, refused: 20, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/website/subscribe/',
      summary: 'Subscribe to the newsletter',
      description:
        'The address gets an email with a link to confirm it, and nothing else before. The response is the same for one that is subscribed already, for one that has left, which gets an email to come back by, and for a filled-in honeypot, which subscribes nobody.',
    })
    .input(z.object({ email, website: formFields.website }))
    .output(
      detail.extend({
        note: z.string().optional().describe('What is left to do, whatever the address'),
      }),
    ),
  // Without a tag: the response is personal and must not be cached.
  ofConfirmToken: procedure({ access: 'public', limit: tokenLimit })
    .route({
      method: 'GET',
      path: '/website/subscribe/confirm/',
      summary: 'Whether the subscription that the link in an email confirms still waits for it',
      description:
        '410 once it was deleted or ended, or has waited for too long, and for whatever was not signed here.',
    })
    .input(byToken)
    .output(z.object({ status: z.enum(['ACTIVE', 'UNCONFIRMED']) })),
  confirm: procedure({ tag: 'Subscriber', access: 'public', limit: tokenLimit })
    .route({
      method: 'POST',
      path: '/website/subscribe/confirm/',
      summary: 'Confirm a subscription, by the token of the link in an email',
      description: 'The first time, a welcome email follows.',
    })
    .input(byToken)
    .output(detail),
  // Without a tag: the response is personal and must not be cached.
  ofToken: procedure({ access: 'public', limit: tokenLimit })
    .route({
      method: 'GET',
      path: '/website/unsubscribe/',
      summary: 'Whether the subscription that the link in an email is about still runs',
    })
    .input(byToken)
    .output(z.object({ status: z.enum(subscriberStatuses) })),
  unsubscribe: procedure({ tag: 'Subscriber', access: 'public', limit: tokenLimit })
    .route({
      method: 'POST',
      path: '/website/unsubscribe/',
      summary: 'End a subscription, by the token of the link in an email',
    })
    .input(byToken)
    .output(detail),
  resubscribe: procedure({ tag: 'Subscriber', access: 'public', limit: tokenLimit })
    .route({
      method: 'POST',
      path: '/website/resubscribe/',
      summary: 'Take up a subscription again that the same link has ended',
    })
    .input(byToken)
    .output(detail),
  list: procedure(staff)
    .route({ method: 'GET', path: '/admin/subscribers/', summary: 'List newsletter subscribers' })
    .input(z.object({ ...pageQuery(), ...filters, ordering }))
    .output(pageSchema(subscriberSchema)),
  export: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/subscribers/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download exactly the filtered subscribers as csv, xlsx or json',
    })
    .input(exportInput(filters, ordering))
    .output(fileResponse),
  previewImport: procedure({ access: recruiters, files: { file: importBytesMax } })
    .route({
      method: 'POST',
      path: '/admin/subscribers/import/preview/',
      summary: 'What an import of a CSV file would do with each row',
      description:
        'Multipart form data. The column of addresses is the one whose head begins with Email, or without a head the first one with an address. At most 10,000 rows.',
    })
    .input(z.object({ file: importFile }))
    .output(importReport),
  import: procedure({ ...staff, files: { file: importBytesMax } })
    .route({
      method: 'POST',
      path: '/admin/subscribers/import/',
      summary: 'Subscribe the addresses of a CSV file that consented elsewhere',
      description:
        'Those that are subscribed stay as they are, and those that have left are not subscribed again. Nobody is written to.',
    })
    .input(
      z.object({
        file: importFile,
        consent_place: requiredText('Please enter where they consented', 200),
        consent_day: dateOr('Please enter the day on which they consented'),
      }),
    )
    .output(importReport),
  create: procedure(staff)
    .route({
      method: 'POST',
      path: '/admin/subscribers/',
      successStatus: 201,
      summary: 'Add a subscriber, who gets an email with a link to confirm it',
    })
    .input(z.object({ email }))
    .output(subscriberSchema),
  update: procedure(staff)
    .route({
      method: 'PATCH',
      path: '/admin/subscribers/{id}/',
      summary: 'Correct an address, or end a subscription',
      description:
        'Staff can neither confirm a subscription nor reactivate one that has ended; only the subscriber can, by a link in our emails. If an address that waits to be confirmed is corrected, the new one gets the link.',
    })
    .input(
      z
        .object({ email, status })
        .partial()
        .extend({ id: idSchema, expected_updated_at: expectedVersion }),
    )
    .output(subscriberSchema),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/subscribers/{id}/',
      successStatus: 204,
      summary: 'Move a subscriber to the trash',
    })
    .input(z.object({ id: idSchema })),
}
