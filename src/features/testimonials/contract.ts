import { z } from 'zod'
import { choiceOf, flagSchema, formFields, idSchema, imageUrl, textField } from '#shared/fields.ts'
import {
  batchIds,
  expectedVersion,
  expectedVersions,
  goesOn,
  newOrder,
  optionalFilter,
  searchFilter,
} from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure, undoableBatchResponse } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { testimonialOrders, testimonialRules, testimonialStatuses } from './validation.ts'

const fields = {
  full_name: textField(testimonialRules.full_name),
  title: textField(testimonialRules.title),
  description: textField(testimonialRules.description),
}
const status = choiceOf(testimonialStatuses, 'Please choose a status')

const publicTestimonial = z.object({
  id: z.number().int(),
  profile_picture: z.string(),
  full_name: z.string(),
  title: z.string(),
  description: z.string(),
})
const testimonialSchema = publicTestimonial.extend({
  status: z.enum(testimonialStatuses),
  visibility: z.boolean(),
  consent_version: z.string().describe('The version of the privacy page on the form, or empty'),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Testimonial = z.infer<typeof testimonialSchema>

const listed = testimonialSchema.partial({
  status: true,
  visibility: true,
  consent_version: true,
  created_at: true,
  updated_at: true,
})
export type ListedTestimonial = z.infer<typeof listed>

const testimonialActions = ['approve', 'reject', 'show', 'hide', 'delete'] as const

export const testimonialsContract = {
  list: procedure({ tag: 'Testimonial', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/testimonies/',
      summary: 'List testimonials',
      description:
        'Visitors see those that are approved and visible, in the order that staff gave them. With a token of ADMIN or EDITOR, with or without filters, it shows everything of all of them. Status, visibility, search and ordering need such a token.',
    })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(choiceOf(['ALL', ...testimonialStatuses], 'Please choose a status')),
        visibility: optionalFilter(flagSchema),
        search: searchFilter,
        ordering: optionalFilter(z.enum(testimonialOrders)).describe('By default -created_at'),
      }),
    )
    .output(pageSchema(listed)),
  counts: procedure({ tag: 'Testimonial', access: editors })
    .route({
      method: 'GET',
      path: '/admin/testimonials/counts/',
      summary: 'How many testimonials wait for approval',
    })
    .output(z.object({ pending: z.number().int() })),
  create: procedure({
    tag: 'Testimonial',
    access: 'public',
    limit: { calls: 10, refused: 10, seconds: 600 },
    isCreatedOnce: true,
  })
    .route({
      method: 'POST',
      path: '/website/testimonies/',
      successStatus: 201,
      summary: 'Give a testimonial',
      description:
        "A visitor's testimonial waits for approval and has no picture. An editor's is published at once, and with an Idempotency-Key header once. Suspected spam gets the same response and is stored with the status REJECTED. Without form_token the limit is lower.",
    })
    .input(z.object({ ...fields, profile_picture: imageUrl.default(''), ...formFields }))
    .output(z.object({ detail: z.string(), data: testimonialSchema })),
  update: procedure({ tag: 'Testimonial', access: editors })
    .route({
      method: 'PATCH',
      path: '/website/testimonies/{id}/',
      summary: 'Change a testimonial',
    })
    .input(
      z.object({
        id: idSchema,
        full_name: fields.full_name.optional(),
        title: fields.title.optional(),
        description: fields.description.optional(),
        profile_picture: imageUrl.optional(),
        status: status.optional(),
        visibility: flagSchema.optional(),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(testimonialSchema),
  delete: procedure({ tag: 'Testimonial', access: editors })
    .route({
      method: 'DELETE',
      path: '/website/testimonies/{id}/',
      successStatus: 204,
      summary: 'Move a testimonial to the trash',
    })
    .input(z.object({ id: idSchema })),
  toggleVisibility: procedure({ tag: 'Testimonial', access: editors, isOnePress: true })
    .route({
      method: 'PATCH',
      path: '/admin/testimonials/{id}/toggle-visibility/',
      summary: 'Take a testimonial off the site, or put it back',
    })
    .input(z.object({ id: idSchema, expected_updated_at: expectedVersion }))
    .output(testimonialSchema),
  batch: procedure({ tag: 'Testimonial', alsoChanges: ['Batch'], access: editors })
    .route({
      method: 'PATCH',
      path: '/admin/testimonials/batch/',
      summary: 'Change many testimonials',
    })
    .input(
      z.object({
        testimonial_ids: batchIds,
        action: z.enum(testimonialActions, { error: 'Please choose an action' }),
        expected_versions: expectedVersions,
        batch: goesOn,
      }),
    )
    .output(undoableBatchResponse),
  reorder: procedure({ tag: 'Testimonial', access: editors })
    .route({
      method: 'PATCH',
      path: '/admin/testimonials/order/',
      summary: 'Put the testimonials that visitors see in a new order',
    })
    .input(newOrder)
    .output(newOrder),
}
