import { z } from 'zod'
import {
  choiceOf,
  emptyIsNone,
  idSchema,
  imageUrl,
  localMoment,
  numeric,
  optionalText,
  requiredLines,
  requiredText,
  webUrl,
} from '#shared/fields.ts'
import {
  expectedVersion,
  optionalFilter,
  searchFilter,
  severalOf,
  severalTexts,
} from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { editors } from '#shared/roles.ts'
import { cancellationLengthMax, eventOrders, eventPhases, eventTypes } from './validation.ts'

export type EventType = (typeof eventTypes)[number]

const capacityMessage = 'Please enter a whole number from 1, or nothing for no limit'

const fields = {
  title: requiredText('Title is required', 160),
  description: requiredLines('Description is required', 2_000),
  category: requiredText('Category is required', 60),
  type: choiceOf(eventTypes, 'Please choose a type'),
  starts_at: localMoment('Start is required'),
  ends_at: localMoment('End is required'),
  location: requiredText('Location is required', 160),
  online_link: webUrl,
  image: imageUrl,
  image_alt: optionalText(200),
  registration_link: webUrl,
  capacity: emptyIsNone(
    numeric(
      z
        .number({ error: capacityMessage })
        .int(capacityMessage)
        .min(1, capacityMessage)
        .max(100_000, 'At most 100000'),
    ),
  ),
  registration_deadline: emptyIsNone(localMoment('Please enter a valid date and time')),
}

const emailMessage = z
  .string()
  .trim()
  .max(cancellationLengthMax, `At most ${cancellationLengthMax} characters`)
  .default('')
  .describe('What the email says besides, such as why, or when it will be instead')

const seenRecipients = numeric(
  z.number({ error: 'Please send how many people get the email' }).int().min(0),
)

/** The state of the registration; `elsewhere` if there is a `registration_link`. */
const registrationStates = ['open', 'full', 'closed', 'elsewhere', 'cancelled'] as const

export const eventSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  type: z.enum(eventTypes),
  date: z.string().describe('The day it starts, in Kigali'),
  time: z
    .string()
    .describe(
      'From when to when in Kigali, such as 2:00 PM - 4:30 PM; of several days 9:00 AM - 22 Nov 2026, 5:00 PM',
    ),
  location: z.string(),
  image: z.string(),
  image_alt: z.string(),
  registration_link: z.string().describe('Empty where one registers on this site'),
  capacity: z.number().int().nullable().describe('How many may come; null for no limit'),
  registration_deadline: z.string().nullable().describe('Null for until it ends'),
  registration: z.enum(registrationStates),
  starts_at: z.string(),
  ends_at: z.string(),
  is_past: z.boolean(),
  is_cancelled: z.boolean(),
  updated_at: z.string(),
})
export type Event = z.infer<typeof eventSchema>

/** The count of registrations is for staff only: a change of a public count would reveal who is on the list. */
const staffEvent = eventSchema.extend({
  online_link: z.string().describe('Sent to those who are registered; empty for none'),
  registered: z.number().int(),
  arrived: z.number().int().describe('How many of those registered have been checked in'),
})
export type StaffEvent = z.infer<typeof staffEvent>

const chooseType = 'Please choose a type'
const filters = {
  type: optionalFilter(choiceOf(['all', ...eventTypes], chooseType)),
  search: searchFilter,
}

const staffFilters = {
  type: severalOf(choiceOf(eventTypes, chooseType)),
  search: searchFilter,
  when: severalOf(choiceOf(eventPhases, 'Please choose upcoming, past or cancelled')),
  category: severalTexts(60),
  ordering: optionalFilter(z.enum(eventOrders)).describe(
    'Unless given, those to come, the next first, then the past, the last first',
  ),
}

const staff = { tag: 'Event', access: editors } as const

export const eventsContract = {
  list: procedure({ tag: 'Event', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/events/',
      summary: 'List events: those to come, the next first, then the past, the last first',
    })
    .input(
      z.object({
        ...pageQuery(),
        ...filters,
      }),
    )
    .output(pageSchema(eventSchema)),
  staffList: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/events/',
      summary: 'List events as staff see them, with how many have registered',
    })
    .input(z.object({ ...pageQuery(), ...staffFilters }))
    .output(pageSchema(staffEvent)),
  staffGet: procedure(staff)
    .route({ method: 'GET', path: '/admin/events/{id}/', summary: 'One event as staff see it' })
    .input(z.object({ id: idSchema }))
    .output(staffEvent),
  categories: procedure(staff)
    .route({
      method: 'GET',
      path: '/admin/event-categories/',
      summary: 'The categories that events have',
    })
    .output(z.object({ results: z.array(z.string()) })),
  get: procedure({ tag: 'Event', access: 'public' })
    .route({ method: 'GET', path: '/website/events/{id}/', summary: 'One event' })
    .input(z.object({ id: idSchema }))
    .output(eventSchema),
  create: procedure({ ...staff, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/events/',
      successStatus: 201,
      summary: 'Create an event',
    })
    .input(
      z.object({
        ...fields,
        online_link: fields.online_link.default(''),
        image: fields.image.default(''),
        image_alt: fields.image_alt.default(''),
        registration_link: fields.registration_link.default(''),
        capacity: fields.capacity.default(null),
        registration_deadline: fields.registration_deadline.default(null),
      }),
    )
    .output(staffEvent),
  update: procedure({ ...staff, alsoChanges: ['Email'] })
    .route({
      method: 'PATCH',
      path: '/admin/events/{id}/',
      summary: 'Change an event, and write to those registered if that is wanted',
    })
    .input(
      z
        .object(fields)
        .partial()
        .extend({
          id: idSchema,
          expected_updated_at: expectedVersion,
          message: emailMessage,
          seen_recipients: seenRecipients
            .optional()
            .describe(
              'To tell those registered of another date, time, place, link to join or title: how many there are, as the user saw it; left out, nobody is written to',
            ),
        }),
    )
    .output(staffEvent),
  change: procedure({ access: editors })
    .route({
      method: 'GET',
      path: '/admin/events/{id}/change/',
      summary: 'The email that tells of a change, and how many people get it',
    })
    .input(
      z.object({
        id: idSchema,
        title: optionalFilter(fields.title),
        starts_at: optionalFilter(fields.starts_at),
        ends_at: optionalFilter(fields.ends_at),
        location: optionalFilter(fields.location),
      }),
    )
    .output(
      z.object({
        recipients: z.number().int(),
        subject: z.string(),
        text: z.string().describe('How it begins, as one of them gets it'),
      }),
    ),
  cancellation: procedure({ access: editors })
    .route({
      method: 'GET',
      path: '/admin/events/{id}/cancellation/',
      summary: 'The email that a cancellation sends, and how many people get it',
    })
    .input(z.object({ id: idSchema }))
    .output(
      z.object({
        recipients: z.number().int(),
        subject: z.string(),
        opening: z.string().describe('What stands before the message, as one of them gets it'),
        closing: z.string(),
      }),
    ),
  cancel: procedure({ ...staff, alsoChanges: ['Email'] })
    .route({
      method: 'POST',
      path: '/admin/events/{id}/cancel/',
      summary: 'Cancel an event, and write to those who are registered',
      description:
        'It stays on the site as cancelled. It cannot be taken back: the emails are put into the outbox at once.',
    })
    .input(
      z.object({
        id: idSchema,
        message: emailMessage,
        seen_recipients: seenRecipients.describe(
          'How many people get the email, as the user saw it: if it is another by now, nothing is done',
        ),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(z.object({ event: staffEvent, emails: z.number().int() })),
  delete: procedure(staff)
    .route({
      method: 'DELETE',
      path: '/admin/events/{id}/',
      successStatus: 204,
      summary: 'Move an event to the trash, with its registrations',
      description: 'One to come for which people are registered has to be cancelled first.',
    })
    .input(z.object({ id: idSchema })),
}
