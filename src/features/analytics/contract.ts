import { z } from 'zod'
import { applicationFields } from '#features/applications/contract.ts'
import { exportInput } from '#shared/export-input.ts'
import { dateSchema } from '#shared/fields.ts'
import { optionalFilter } from '#shared/list-fields.ts'
import { fileResponse, procedure } from '#shared/procedure.ts'
import { roles } from '#shared/roles.ts'
import {
  devices,
  eventsMax,
  leavingSecondsMin,
  scrollMilestones,
  timeMilestones,
} from './validation.ts'

/** How far an application has come in the browser, beyond opening its page; `refused` is for each wrong field. */
const applicationSteps = ['chosen', 'stack', 'typed', 'sent', 'refused'] as const
export type ApplicationStep = (typeof applicationSteps)[number]

/** A step, the id of the cohort, and the field that was refused: `refused 12 email`. */
const applicationStep = new RegExp(
  `^(?:(?:${applicationSteps.slice(0, -1).join('|')}) \\d{1,9}|refused \\d{1,9} (?:${applicationFields.join('|')}))$`,
)

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
  z.strictObject({
    name: z.literal('application_step'),
    value: z
      .string()
      .regex(applicationStep)
      .describe('The step, the id of the cohort, and the field that was refused'),
  }),
])
export type VisitEvent = z.infer<typeof eventSchema>

const count = z.number().int()
const secondsPerView = z.number().nullable().describe('Null if the page had no views')

const stats = {
  from: z.string(),
  to: z.string(),
  page_views: count,
  landings: count.describe('Visits that began'),
  clicks: count,
  video_plays: count,
  seconds_per_view: secondsPerView,
  visitors_per_day: count
    .nullable()
    .describe('Of the whole site, on average, within 5 %; null where they were not counted'),
}

export const reportSchema = z.object({
  ...stats,
  before: z.object(stats).describe('As many days before'),
  days: z.array(
    z.object({
      day: z.string(),
      page_views: count,
      visitors: count.describe('Of the whole site'),
    }),
  ),
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      page_views: count,
      seconds_per_view: secondsPerView,
    }),
  ),
  sources: z.array(
    z.object({
      source: z.string().describe('Empty for visits that were counted before sources were'),
      kind: z.enum(['search', 'shared', 'site', 'none']),
      page_views: count,
      landings: count,
    }),
  ),
  devices: z.array(
    z.object({
      device: z.string().describe('Empty for visits that were counted before devices were'),
      page_views: count,
    }),
  ),
  landings_by_page: z
    .array(
      z.object({ path: z.string(), title: z.string(), search: count, shared: count, sites: count }),
    )
    .describe('The pages on which visits from search engines, shared links and other sites began'),
  scroll_depth: z.array(z.object({ percent: z.number(), count })),
  time_on_page: z.array(z.object({ seconds: z.number(), count })),
  clicked: z.array(z.object({ label: z.string(), path: z.string(), title: z.string(), count })),
  campaigns: z.array(z.object({ name: z.string(), source: z.string(), count })),
  languages: z
    .array(z.object({ language: z.string(), count }))
    .describe('Which visitors ask for first; empty for one page'),
  funnel: z.object({
    seen: count.describe('How often the application was opened'),
    cohorts: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        chosen: count,
        stack: count,
        typed: count,
        sent: count,
      }),
    ),
    refused: z
      .array(
        z.object({ field: z.string(), cohort_id: z.number().int(), cohort: z.string(), count }),
      )
      .describe('The fields that were refused most often, by cohort'),
  }),
  not_found: z
    .array(z.object({ path: z.string(), source: z.string(), count }))
    .describe('Addresses that do not exist, and whose links lead there'),
})
export type AnalyticsReport = z.infer<typeof reportSchema>

export const reportDaysMax = 400

const reportInput = {
  from: optionalFilter(dateSchema).describe('A day in Kigali; 29 days before `to` by default'),
  to: optionalFilter(dateSchema).describe('A day in Kigali, inclusive; by default today'),
  path: optionalFilter(z.string().max(300)).describe('One page alone'),
  source: optionalFilter(z.string().max(60)).describe('The visits that came from there'),
  device: optionalFilter(z.enum(devices)),
}

export const visitSchema = z.strictObject({
  path: z.string().max(300).describe('The path of the page, without its query'),
  events: z.array(eventSchema).min(1).max(eventsMax),
  referrer: z.string().max(300).optional().describe('The host that the visit came from'),
  utm: z
    .string()
    .max(2_000)
    .optional()
    .describe('The parameters that begin with `utm_` of the link that the visit began with'),
  landing: z.literal(1).optional().describe('Set once for each visit'),
})
export type Visit = z.infer<typeof visitSchema>

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
    .input(visitSchema),
  report: procedure({ tag: 'Analytics', access: roles })
    .route({
      method: 'GET',
      path: '/admin/analytics/',
      summary: 'What visitors did from one day to another',
    })
    .input(z.object(reportInput))
    .output(reportSchema),
  export: procedure({ access: roles })
    .route({
      method: 'POST',
      path: '/admin/analytics/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download the visits by day, page, source and device as csv, xlsx or json',
    })
    .input(exportInput(reportInput))
    .output(fileResponse),
}
