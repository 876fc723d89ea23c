import { z } from 'zod'
import {
  call,
  editors,
  idSchema,
  isOfOurTime,
  optionalFilter,
  pageOf,
  pageQuery,
  pictureAddress,
  webAddress,
} from '#calls'
import { site } from '#site'

const eventTypes = ['workshop', 'conference', 'webinar'] as const
export type EventType = (typeof eventTypes)[number]

const required = (message: string, lengthMax: number) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(lengthMax, `At most ${lengthMax} characters`)

const withoutOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/

/** A moment. Written without an offset, as a browser's field writes it, it is meant in Kigali. */
const moment = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .transform((text) =>
      text.replace(
        withoutOffset,
        (_, minute, second = ':00') => `${minute}${second}${site.utcOffset}`,
      ),
    )
    .pipe(z.iso.datetime({ offset: true, error: message }).refine(isOfOurTime, message))
    .transform((text) => new Date(text).toISOString())

const type = z
  .string({ error: 'Please choose a type' })
  .toLowerCase()
  .pipe(z.enum(eventTypes, { error: 'Please choose a type' }))

const fields = {
  title: required('Title is required', 160),
  description: required('Description is required', 2_000),
  category: required('Category is required', 60),
  type,
  starts_at: moment('Start is required'),
  ends_at: moment('End is required'),
  location: required('Location is required', 160),
  image: pictureAddress,
  registration_link: webAddress,
}

const eventSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  type: z.enum(eventTypes),
  date: z.string().describe('The day it starts, in Kigali'),
  time: z.string().describe('From when to when in Kigali, such as 2:00 PM - 4:30 PM'),
  location: z.string(),
  image: z.string(),
  registration_link: z.string().describe('Empty where one registers by a message'),
  starts_at: z.string(),
  ends_at: z.string(),
  is_past: z.boolean(),
})
export type Event = z.infer<typeof eventSchema>

export const eventsContract = {
  list: call({ tag: 'Event', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/events/',
      summary: 'List events: those to come, the next first, then the past, the last first',
    })
    .input(
      z.object({
        ...pageQuery(),
        type: optionalFilter(
          z
            .string()
            .toLowerCase()
            .pipe(z.enum(['all', ...eventTypes])),
        ),
        search: optionalFilter(z.string().max(200)),
      }),
    )
    .output(pageOf(eventSchema)),
  get: call({ tag: 'Event', access: 'public' })
    .route({ method: 'GET', path: '/website/events/{id}/', summary: 'One event' })
    .input(z.object({ id: idSchema }))
    .output(eventSchema),
  create: call({ tag: 'Event', access: editors })
    .route({
      method: 'POST',
      path: '/admin/events/',
      successStatus: 201,
      summary: 'Create an event',
    })
    .input(
      z.object({
        ...fields,
        image: fields.image.default(''),
        registration_link: fields.registration_link.default(''),
      }),
    )
    .output(eventSchema),
  update: call({ tag: 'Event', access: editors })
    .route({ method: 'PATCH', path: '/admin/events/{id}/', summary: 'Change an event' })
    .input(z.object(fields).partial().extend({ id: idSchema }))
    .output(eventSchema),
  delete: call({ tag: 'Event', access: editors })
    .route({
      method: 'DELETE',
      path: '/admin/events/{id}/',
      successStatus: 204,
      summary: 'Delete an event for good',
    })
    .input(z.object({ id: idSchema })),
}
