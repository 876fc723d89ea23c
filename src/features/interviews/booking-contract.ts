import { z } from 'zod'
import { idOr } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { bookingMessages } from './validation.ts'

const timeSchema = z.object({ id: z.number().int(), starts_at: z.string(), ends_at: z.string() })

/** What the page of an invitation shows. */
const invitationSchema = z.object({
  first_name: z.string(),
  cohort_name: z.string(),
  state: z
    .enum(['choose', 'booked', 'held', 'over', 'closed'])
    .describe('closed: the application does not wait for an interview any more'),
  booked: timeSchema
    .extend({
      place: z.string(),
      link: z.string(),
      change_until: z.string().describe('When it can be changed and cancelled no more'),
      is_changeable: z.boolean(),
      can_choose_again: z
        .boolean()
        .describe('Whether another time can be chosen once it is cancelled'),
      is_emailed: z.boolean().describe('Whether an email tells of it, which is sent or waits'),
    })
    .nullable(),
  slots: z.array(timeSchema).describe('The free times, the next first'),
})
export type Invitation = z.infer<typeof invitationSchema>

const token = z.string({ error: bookingMessages.token }).trim().max(200)

/** Those of one school share an address; wrong tokens are counted apart. */
const limit = { calls: 300, refused: 30, seconds: 600 }

const booking = {
  tag: 'Interview',
  alsoChanges: ['Application', 'Email'],
  access: 'public',
  limit,
} as const

export const bookingContract = {
  // Without a tag: the response is personal and must not be cached.
  ofToken: procedure({ access: 'public', limit })
    .route({
      method: 'GET',
      path: '/website/interview/',
      summary: 'The invitation that the link in an email is about, with the free times',
    })
    .input(z.object({ token }))
    .output(invitationSchema),
  choose: procedure(booking)
    .route({
      method: 'POST',
      path: '/website/interview/',
      summary: 'Choose a time for an interview, or another one',
      description: 'Choosing the same time again is answered alike, and sends no second email.',
    })
    .input(z.object({ token, slot: idOr('Please choose a time') }))
    .output(invitationSchema),
  cancel: procedure(booking)
    .route({
      method: 'POST',
      path: '/website/interview/cancel/',
      summary: 'Cancel an interview; another time can be chosen then',
    })
    .input(z.object({ token }))
    .output(invitationSchema),
  calendarOfToken: procedure({ access: 'public', limit })
    .route({
      method: 'GET',
      path: '/website/interview/calendar/',
      summary: 'The chosen time as an iCalendar file',
    })
    .input(z.object({ token }))
    .output(z.object({ calendar: z.string() })),
}
