import { z } from 'zod'
import { call, idSchema, optionalFilter, pageOf, pageQuery, recruiters } from '#calls'
import { isSubscribable, subscribeMessages } from './rules.ts'

const detail = z.object({ detail: z.string() })

export const subscriberStatuses = ['ACTIVE', 'UNSUBSCRIBED'] as const

const subscriberSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  status: z.enum(subscriberStatuses),
  created_at: z.string(),
  unsubscribed_at: z.string().nullable(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

export const subscriberOrders = ['created_at', '-created_at', 'email', '-email'] as const

export const newsletterContract = {
  subscribe: call({ tag: 'Subscriber', access: 'public', limit: { calls: 20, seconds: 600 } })
    .route({
      method: 'POST',
      path: '/website/subscribe/',
      summary: 'Subscribe to the newsletter',
      description: 'Answered the same whether the address was known already or not.',
    })
    .input(
      z.object({
        email: z
          .string({ error: subscribeMessages.email })
          .trim()
          .refine(isSubscribable, subscribeMessages.email),
      }),
    )
    .output(detail),
  unsubscribe: call({ tag: 'Subscriber', access: 'public', limit: { calls: 60, seconds: 600 } })
    .route({
      method: 'POST',
      path: '/website/unsubscribe/',
      summary: 'End a subscription, by the token of the link in a letter',
    })
    .input(z.object({ token: z.string({ error: subscribeMessages.token }).trim().max(200) }))
    .output(detail),
  list: call({ tag: 'Subscriber', access: recruiters })
    .route({ method: 'GET', path: '/admin/subscribers/', summary: 'List newsletter subscribers' })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(z.string().toUpperCase().pipe(z.enum(subscriberStatuses))),
        search: optionalFilter(z.string().max(200)),
        ordering: optionalFilter(z.enum(subscriberOrders)).describe('-created_at unless given'),
      }),
    )
    .output(pageOf(subscriberSchema)),
  delete: call({ tag: 'Subscriber', access: recruiters })
    .route({
      method: 'DELETE',
      path: '/admin/subscribers/{id}/',
      successStatus: 204,
      summary: 'Forget a subscriber for good',
    })
    .input(z.object({ id: idSchema })),
}
