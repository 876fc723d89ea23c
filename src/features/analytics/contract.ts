import { z } from 'zod'
import { dateSchema, optionalFilter } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { roles } from '#shared/roles.ts'
import { eventsMax, leavingSecondsMin, scrollMilestones, timeMilestones } from './validation.ts'

/** A visitor's event on a page. */
const eventSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('page_view') }),
  z.strictObject({
    name: z.literal('click'),
    value: z.string().trim().min(1).max(200).describe('What stands on the button or link'),
  }),
  z.strictObject({ name: z.literal('Watch Video') }),
  z.strictObject({
    name: z.literal('scroll_depth'),
    value: z.literal(scrollMilestones).describe('Percent'),
  }),
  z.strictObject({
    name: z.literal('time_on_page'),
    value: z.literal(timeMilestones).describe('Seconds'),
  }),
  z.strictObject({
    name: z.literal('total_time'),
    value: z
      .int()
      .min(1)
      .max(86_400)
      .describe(`Seconds, when the page is left after more than ${leavingSecondsMin}`),
  }),
])
export type VisitEvent = z.infer<typeof eventSchema>
export const eventNames = eventSchema.options.map(({ shape }) => shape.name.value)

const count = z.number().int()
const secondsPerView = z.number().nullable().describe('Null if the page had no views')

const reportSchema = z.object({
  from: z.string(),
  to: z.string(),
  page_views: count,
  clicks: count,
  video_plays: count,
  seconds_per_view: secondsPerView,
  days: z.array(z.object({ day: z.string(), page_views: count })),
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      page_views: count,
      seconds_per_view: secondsPerView,
    }),
  ),
  scroll_depth: z.array(z.object({ percent: z.number(), count })),
  time_on_page: z.array(z.object({ seconds: z.number(), count })),
  clicked: z.array(z.object({ label: z.string(), path: z.string(), title: z.string(), count })),
})
export type AnalyticsReport = z.infer<typeof reportSchema>

export const reportDaysMax = 400

export const analyticsContract = {
  // Without a tag: visits change no public data.
  collect: procedure({
    access: 'public',
    limit: { calls: 600, seconds: 600, isInMemory: true },
  })
    .route({
      method: 'POST',
      path: '/website/visits/',
      successStatus: 204,
      summary: 'Report events on a page',
      description:
        'Counted by day, page and event, without anything of the visitor. Answered the same where nothing is counted: for programs, and with the headers DNT: 1 or Sec-GPC: 1.',
    })
    .input(
      z.strictObject({
        path: z.string().max(300).describe('The path of the page, without its query'),
        events: z.array(eventSchema).min(1).max(eventsMax),
      }),
    ),
  report: procedure({ tag: 'Analytics', access: roles })
    .route({
      method: 'GET',
      path: '/admin/analytics/',
      summary: 'What visitors did from one day to another',
    })
    .input(
      z.object({
        from: optionalFilter(dateSchema).describe(
          'A day in Kigali; 29 days before `to` by default',
        ),
        to: optionalFilter(dateSchema).describe('A day in Kigali, inclusive; by default today'),
        path: optionalFilter(z.string().max(300)).describe('One page alone'),
      }),
    )
    .output(reportSchema),
}
