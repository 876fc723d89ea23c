import { z } from 'zod'
import { exportInput } from '#shared/export-input.ts'
import { flagSchema, formFields, idSchema, textField } from '#shared/fields.ts'
import { optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import type { FieldRule } from '#shared/validation.ts'
import { eventSchema } from './contract.ts'
import { cancelMessages, registrationOrders, registrationRules } from './validation.ts'

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

export const registrationSchema = z.object({
  id: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  organisation: z.string(),
  created_at: z.string(),
  checked_in_at: z.string().nullable(),
  checked_in_by: z.string().describe('The name of the user who checked them in'),
  consent_version: z.string().describe('The version of the privacy page that it was sent under'),
})
export type Registration = z.infer<typeof registrationSchema>

const filters = {
  search: searchFilter,
  is_here: optionalFilter(flagSchema).describe('Whether they have been checked in'),
}

const ordering = optionalFilter(z.enum(registrationOrders)).describe('created_at unless given')

const token = z.string({ error: cancelMessages.token }).trim().max(200)
const byToken = { calls: 60, seconds: 600 }

export const eventRegistrationsContract = {
  register: procedure({
    tag: 'Event',
    alsoChanges: ['Registration'],
    access: 'public',
    limit: { calls: 100, refused: 20, seconds: 600 },
  })
    .route({
      method: 'POST',
      path: '/website/events/{id}/registrations/',
      successStatus: 201,
      summary: 'Register for an event',
      description:
        'Answered the same whether the address was registered already or not; the email goes to its owner alone. Without form_token fewer are taken.',
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
    .output(
      z.object({
        event: eventSchema.nullable().describe('Null while staff have the event in the trash'),
        is_deleted: z
          .boolean()
          .describe('Whether staff have it in the trash, alone or with its event'),
      }),
    ),
  cancel: procedure({
    tag: 'Event',
    alsoChanges: ['Registration'],
    access: 'public',
    limit: byToken,
  })
    .route({
      method: 'POST',
      path: '/website/cancel-registration/',
      summary: 'Cancel a registration and delete it, by the token of the link in an email',
    })
    .input(z.object({ token }))
    .output(detail),
  list: procedure({ tag: 'Registration', access: editors })
    .route({
      method: 'GET',
      path: '/admin/events/{id}/registrations/',
      summary: 'List who has registered for an event',
    })
    .input(z.object({ ...pageQuery(), id: idSchema, ...filters, ordering }))
    .output(
      pageSchema(registrationSchema).extend({
        registered: z.number().int().describe('All of the event, whatever the filters'),
        arrived: z.number().int().describe('Those of them who have been checked in'),
      }),
    ),
  export: procedure({ access: editors })
    .route({
      method: 'POST',
      path: '/admin/events/{id}/registrations/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download who has registered for an event, as csv, xlsx or json',
    })
    .input(exportInput(filters, ordering).extend({ params: z.object({ id: idSchema }) }))
    .output(fileResponse),
  // Not of the tag Event: who has come changes no page of the site.
  checkIn: procedure({ tag: 'Registration', access: editors })
    .route({
      method: 'PATCH',
      path: '/admin/event-registrations/{id}/check-in/',
      summary: 'Note that somebody has come, or take it back',
      description: 'Who has been checked in already keeps the time and the name of the first time.',
    })
    .input(z.object({ id: idSchema, is_here: flagSchema }))
    .output(registrationSchema),
  resend: procedure({ tag: 'Email', access: editors })
    .route({
      method: 'POST',
      path: '/admin/event-registrations/{id}/resend/',
      summary: 'Send the email of a registration again',
    })
    .input(z.object({ id: idSchema }))
    .output(detail),
  delete: procedure({ tag: 'Event', alsoChanges: ['Registration'], access: editors })
    .route({
      method: 'DELETE',
      path: '/admin/event-registrations/{id}/',
      successStatus: 204,
      summary: 'Delete a registration, which frees its place',
    })
    .input(z.object({ id: idSchema })),
}
