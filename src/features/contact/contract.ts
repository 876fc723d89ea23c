import { z } from 'zod'
import {
  batchIds,
  choiceOf,
  expectedVersion,
  flagSchema,
  formFields,
  idSchema,
  optionalFilter,
  searchFilter,
  textField,
} from '#shared/fields.ts'
import { batchResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { contactRules } from './validation.ts'

const contactStatuses = ['NEW', 'IN_PROGRESS', 'RESOLVED', 'SPAM'] as const
export type ContactStatus = (typeof contactStatuses)[number]

const contactInput = z.object({
  full_name: textField(contactRules.full_name),
  email: textField(contactRules.email),
  phone: textField(contactRules.phone),
  subject: textField(contactRules.subject),
  message: textField(contactRules.message),
  ...formFields,
})
export type ContactInput = z.infer<typeof contactInput>

const contactSchema = z.object({
  id: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(contactStatuses),
  is_read: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Contact = z.infer<typeof contactSchema>

const status = choiceOf(contactStatuses, 'Please choose a status')

export const contactOrders = ['created_at', '-created_at', 'full_name', '-full_name'] as const

/** The actions of a batch. */
const contactActions = [
  'mark_read',
  'mark_unread',
  'mark_new',
  'mark_in_progress',
  'mark_resolved',
  'mark_spam',
  'delete',
] as const

export const contactContract = {
  send: procedure({
    tag: 'Contact',
    access: 'public',
    limit: { calls: 20, refused: 20, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/website/contact-us/',
      successStatus: 201,
      summary: 'Send the company a message',
      description:
        'What looks like spam is answered the same, and stored with the status SPAM. Without form_token fewer are taken, with a closer look.',
    })
    .input(contactInput)
    .output(z.object({ detail: z.string() })),
  list: procedure({ tag: 'Contact', access: recruiters })
    .route({ method: 'GET', path: '/website/contact-us/', summary: 'List contact messages' })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(status),
        is_read: optionalFilter(flagSchema),
        search: searchFilter,
        ordering: optionalFilter(z.enum(contactOrders)).describe('By default -created_at'),
      }),
    )
    .output(pageSchema(contactSchema)),
  get: procedure({ tag: 'Contact', access: recruiters })
    .route({ method: 'GET', path: '/admin/contacts/{id}/', summary: 'One contact message' })
    .input(z.object({ id: idSchema }))
    .output(contactSchema),
  delete: procedure({ tag: 'Contact', access: recruiters })
    .route({
      method: 'DELETE',
      path: '/admin/contacts/{id}/',
      successStatus: 204,
      summary: 'Delete a contact message for good',
    })
    .input(z.object({ id: idSchema })),
  changeStatus: procedure({ tag: 'Contact', access: recruiters })
    .route({ method: 'PATCH', path: '/admin/contacts/{id}/status/', summary: 'Change a status' })
    .input(z.object({ id: idSchema, status, expected_updated_at: expectedVersion }))
    .output(contactSchema),
  changeRead: procedure({ tag: 'Contact', access: recruiters })
    .route({
      method: 'PATCH',
      path: '/admin/contacts/{id}/read/',
      summary: 'Mark a message as read or unread',
    })
    .input(z.object({ id: idSchema, is_read: flagSchema }))
    .output(contactSchema),
  batch: procedure({ tag: 'Contact', access: recruiters })
    .route({ method: 'PATCH', path: '/admin/contacts/batch/', summary: 'Change many messages' })
    .input(
      z.object({
        contact_ids: batchIds,
        action: z.enum(contactActions, { error: 'Please choose an action' }),
      }),
    )
    .output(batchResponse),
}
