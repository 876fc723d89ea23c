import { z } from 'zod'
import {
  dateOr,
  dateSchema,
  flagSchema,
  idOr,
  idSchema,
  localMoment,
  numeric,
  optionalText,
  webUrl,
} from '#shared/fields.ts'
import { expectedVersion, optionalFilter, severalOf } from '#shared/list-fields.ts'
import { batchResponse, fileResponse, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import {
  capacityMax,
  interviewOutcomes,
  interviewStates,
  panelMax,
  slotDaysMax,
  slotMessageLengthMax,
  slotPeriods,
} from './validation.ts'

const choosePerson = 'Please choose a user'

/** A user who can sit in a panel. */
const panelist = z.object({
  id: z.number().int(),
  name: z.string(),
  sees_interviews: z
    .boolean()
    .describe('Whether their role shows them interviews; nothing else tells them of theirs'),
})
export type Panelist = z.infer<typeof panelist>

const bookedSchema = z.object({
  id: z.number().int().describe("The application's"),
  first_name: z.string(),
  last_name: z.string(),
  status: z.string().describe('Of the application'),
  state: z.enum(interviewStates),
  note: z.string(),
  updated_at: z.string(),
})
export type Booked = z.infer<typeof bookedSchema>

const slotSchema = z.object({
  id: z.number().int(),
  cohort: z.number().int(),
  cohort_name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  place: z.string(),
  link: z.string(),
  capacity: z.number().int(),
  panel: z.array(z.number().int()).describe('The ids of the users who interview'),
  panel_names: z.array(z.string()).describe('Their names, in the same order'),
  booked: z.array(bookedSchema),
  updated_at: z.string(),
})
export type Slot = z.infer<typeof slotSchema>

const wholeNumber = (message: string, min: number, max: number) =>
  numeric(z.number({ error: message }).int(message).min(min, message).max(max, message))

const fields = {
  place: optionalText(160),
  link: webUrl,
  capacity: wholeNumber(`Please enter a number from 1 to ${capacityMax}`, 1, capacityMax),
  panel: z.array(idOr(choosePerson)).max(panelMax, `At most ${panelMax} people`),
}

const time = (message: string) =>
  z.string({ error: message }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, message)

/** What a booking changes is not the version of the slot. */
const seenBooked = numeric(z.number({ error: 'Please send how many have booked' }).int().min(0))
  .optional()
  .describe(
    'How many have booked, as the user saw it: if more would be written to, nothing is done',
  )

const slotFilters = {
  cohort_id: severalOf(idSchema),
  from: optionalFilter(dateSchema).describe('The first day, in Kigali'),
  to: optionalFilter(dateSchema).describe('The last day, in Kigali'),
  when: optionalFilter(z.enum(slotPeriods)).describe('Those to come, the next first, or the past'),
  user: optionalFilter(idOr(choosePerson)).describe('A member of the panel'),
  is_free: optionalFilter(flagSchema).describe('Whether somebody can still be booked'),
}

export const interviewTag = {
  tag: 'Interview',
  alsoChanges: ['Application', 'Email'],
  access: recruiters,
} as const

export const slotsContract = {
  slots: procedure(interviewTag)
    .route({
      method: 'GET',
      path: '/admin/interview-slots/',
      summary: 'List the times for interviews, with who has booked them',
    })
    .input(z.object({ ...pageQuery(), ...slotFilters }))
    .output(pageSchema(slotSchema)),
  panelists: procedure({ tag: 'User', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/interview-panelists/',
      summary: 'The users who can sit in a panel',
    })
    .output(z.object({ results: z.array(panelist) })),
  createSlots: procedure({ ...interviewTag, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/interview-slots/',
      successStatus: 201,
      summary: 'Make the times for interviews of a cohort, as many as fit into each day',
    })
    .input(
      z.object({
        cohort: idOr('Please choose a cohort'),
        days: z
          .array(dateOr('Please enter a valid date'))
          .min(1, 'Please choose a day')
          .max(slotDaysMax, `At most ${slotDaysMax} days at once`),
        from: time('Please enter when the first begins'),
        to: time('Please enter when the last ends'),
        length: wholeNumber('Please enter 5 to 480 minutes', 5, 480),
        pause: wholeNumber('Please enter 0 to 240 minutes', 0, 240).default(0),
        ...fields,
        place: fields.place.default(''),
        link: fields.link.default(''),
        capacity: fields.capacity.default(1),
        panel: fields.panel.default([]),
      }),
    )
    .output(z.object({ ids: z.array(z.number().int()) })),
  updateSlot: procedure(interviewTag)
    .route({
      method: 'PATCH',
      path: '/admin/interview-slots/{id}/',
      summary: 'Change a time for interviews, and write to those who have booked it',
    })
    .input(
      z.object({
        id: idSchema,
        starts_at: localMoment('Start is required').optional(),
        ends_at: localMoment('End is required').optional(),
        place: fields.place.optional(),
        link: fields.link.optional(),
        capacity: fields.capacity.optional(),
        panel: fields.panel.optional(),
        expected_updated_at: expectedVersion,
        seen_booked: seenBooked,
      }),
    )
    .output(slotSchema),
  cancelSlots: procedure(interviewTag)
    .route({
      method: 'POST',
      path: '/admin/interview-slots/cancel/',
      summary: 'Delete times for interviews, and write to those who have booked them',
      description: 'Their invitations stay, so that they can choose another time.',
    })
    .input(
      z.object({
        slot_ids: z
          .array(idSchema)
          .min(1, 'Please select at least one')
          .max(500, 'At most 500 at once'),
        message: z
          .string()
          .trim()
          .max(slotMessageLengthMax, `At most ${slotMessageLengthMax} characters`)
          .default('')
          .describe('What the email says besides'),
        seen_booked: seenBooked,
      }),
    )
    .output(batchResponse),
  calendar: procedure({ access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/interview-calendar/',
      outputStructure: 'detailed',
      summary: 'Download the interviews of a member of the panel as an iCalendar file',
    })
    .input(z.object({ user: slotFilters.user.describe('Yours unless given') }))
    .output(fileResponse),
  summary: procedure(interviewTag)
    .route({
      method: 'GET',
      path: '/admin/interview-summary/',
      summary: 'How many are shortlisted, invited and booked, and how many places are free',
    })
    .input(z.object({ cohort_id: severalOf(idSchema) }))
    .output(
      z.object({
        uninvited: z
          .number()
          .int()
          .describe('Shortlisted with a spot, and not invited; 1000 for more'),
        waiting: z.number().int().describe('Invited, with a spot and without a time'),
        booked: z.number().int().describe('With a time to come'),
        free: z.number().int().describe('Places to come that nobody has booked'),
      }),
    ),
}

/** For the outcome of an interview. */
export const outcome = z.enum(interviewOutcomes, { error: 'Please choose an outcome' })
