import { z } from 'zod'
import { formFields, idSchema, optionalFilter, searchFilter, textField } from '#shared/fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import type { FieldRule } from '#shared/validation.ts'
import { eventSchema } from './contract.ts'
import { cancelMessages, registrationRules } from './validation.ts'

/** A text field in which each run of white space becomes one space. */
const field = (rule: FieldRule) => textField(rule).transform((text) => text.replace(/\s+/g, ' '))

const registrationInput = z.object({
  id: idSchema,
  full_name: field(registrationRules.full_name),
  email: field(registrationRules.email),
  phone: field(registrationRules.phone).default(''),
  organisation: field(registrationRules.organisation).default(''),
  ...formFields,
})
export type RegistrationInput = z.infer<typeof registrationInput>

const detail = z.object({ detail: z.string() })

const registrationSchema = z.object({
  id: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  organisation: z.string(),
  created_at: z.string(),
})
export type Registration = z.infer<typeof registrationSchema>

const registrationOrders = ['created_at', '-created_at', 'full_name', '-full_name'] as const
const ofEvent = {
  id: idSchema,
  search: searchFilter,
  ordering: optionalFilter(z.enum(registrationOrders)).describe('created_at unless given'),
}

const token = z.string({ error: cancelMessages.token }).trim().max(200)
const byToken = { calls: 60, seconds: 600 }

export const eventRegistrationsContract = {
  register: procedure({
    tag: 'Event',
    access: 'public',
    limit: { calls: 100, refused: 20, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/website/events/{id}/registrations/',
      successStatus: 201,
      summary: 'Register for an event',
      description:
        'Answered the same whether the e-mail was registered already or not; the email goes to its owner alone. Without form_token fewer are taken.',
    })
    .input(registrationInput)
    .output(detail),
  // Without a tag: the response is personal and must not be cached.
  ofToken: procedure({ access: 'public', limit: byToken })
    .route({
      method: 'GET',
      path: '/website/event-registration/',
      summary: 'The event of the registration that the link in an email is about',
    })
    .input(z.object({ token }))
    .output(z.object({ event: eventSchema })),
  cancel: procedure({ tag: 'Event', access: 'public', limit: byToken })
    .route({
      method: 'POST',
      path: '/website/cancel-registration/',
      summary: 'Cancel a registration and delete it, by the token of the link in an email',
    })
    .input(z.object({ token }))
    .output(detail),
  list: procedure({ tag: 'Event', access: editors })
    .route({
      method: 'GET',
      path: '/admin/events/{id}/registrations/',
      summary: 'List who has registered for an event',
    })
    .input(z.object({ ...pageQuery(), ...ofEvent }))
    .output(pageSchema(registrationSchema)),
  export: procedure({ access: editors })
    .route({
      method: 'POST',
      path: '/admin/events/{id}/registrations/export/',
      outputStructure: 'detailed',
      summary: 'Download who has registered for an event, as csv',
    })
    .input(z.object(ofEvent))
    .output(fileResponse),
  delete: procedure({ tag: 'Event', access: editors })
    .route({
      method: 'DELETE',
      path: '/admin/event-registrations/{id}/',
      successStatus: 204,
      summary: 'Delete a registration, which frees its place',
    })
    .input(z.object({ id: idSchema })),
}
