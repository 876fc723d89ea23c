import { z } from 'zod'
import {
  choiceOf,
  expectedVersion,
  formFields,
  idSchema,
  optionalFilter,
  searchFilter,
  textField,
} from '#shared/fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { linkMessages, newsletterForm } from './validation.ts'

const email = textField(newsletterForm.rules.email)
const byToken = z.object({
  token: z.string({ error: linkMessages.token }).trim().max(200),
})
const tokenLimit = { calls: 60, seconds: 600 }

const detail = z.object({ detail: z.string() })

export const subscriberStatuses = ['ACTIVE', 'UNSUBSCRIBED'] as const
const status = choiceOf(subscriberStatuses, 'Please choose a status')

const subscriberSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  status: z.enum(subscriberStatuses),
  created_at: z.string(),
  unsubscribed_at: z.string().nullable(),
  updated_at: z.string(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

export const subscriberOrders = ['created_at', '-created_at', 'email', '-email'] as const

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
        'The response is the same for an address that is subscribed already, for one that has left, which gets an email to come back by, and for a filled-in honeypot, which subscribes nobody.',
    })
    .input(z.object({ email, website: formFields.website }))
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
  list: procedure({ tag: 'Subscriber', access: recruiters })
    .route({ method: 'GET', path: '/admin/subscribers/', summary: 'List newsletter subscribers' })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(status),
        search: searchFilter,
        ordering: optionalFilter(z.enum(subscriberOrders)).describe('By default -created_at'),
      }),
    )
    .output(pageSchema(subscriberSchema)),
  create: procedure({ tag: 'Subscriber', access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/subscribers/',
      successStatus: 201,
      summary: 'Add a subscriber, who is written to with a way out',
    })
    .input(z.object({ email }))
    .output(subscriberSchema),
  update: procedure({ tag: 'Subscriber', access: recruiters })
    .route({
      method: 'PATCH',
      path: '/admin/subscribers/{id}/',
      summary: 'Correct an address, or end a subscription',
      description:
        'Staff cannot reactivate a subscription that has ended; only the subscriber can, by a link in our emails.',
    })
    .input(
      z
        .object({ email, status })
        .partial()
        .extend({ id: idSchema, expected_updated_at: expectedVersion }),
    )
    .output(subscriberSchema),
  delete: procedure({ tag: 'Subscriber', access: recruiters })
    .route({
      method: 'DELETE',
      path: '/admin/subscribers/{id}/',
      successStatus: 204,
      summary: 'Forget a subscriber for good',
    })
    .input(z.object({ id: idSchema })),
}
