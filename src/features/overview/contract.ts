import { z } from 'zod'
import { flagSchema } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { editors, recruiters, roles } from '#shared/roles.ts'
import { funnelStages, stageStatuses } from './validation.ts'

const count = z.number().int()

const trendSchema = z.object({
  days: z
    .array(z.object({ day: z.string(), count, before: count.describe('30 days earlier') }))
    .describe('The last 30 days in Kigali, today included'),
  total: count,
  total_before: count.describe('In the 30 days before'),
})
export type Trend = z.infer<typeof trendSchema>

const funnelSchema = trendSchema.extend({
  stages: z
    .array(z.object({ stage: z.enum(funnelStages), total: count, total_before: count }))
    .describe('How far those of each period have come by now'),
  statuses: z
    .array(z.object({ status: z.enum(stageStatuses.applied), total: count }))
    .describe('All applications, of whatever time'),
})

const activitySchema = z.object({
  at: z.string(),
  by: z.string(),
  action: z.string().describe('As in the audit log'),
  target: z.string().describe('What kind of thing, such as "application"'),
  id: z.string().nullable().describe('Which one; null for several'),
  name: z.string().nullable().describe('Null where it has none, or has been deleted'),
  count: count.nullable().describe('How many, of a batch'),
  batch_action: z.string().nullable().describe('What a batch did, such as "delete" or "undo"'),
  status: z.string().nullable().describe('The status that it was given'),
})
export type Activity = z.infer<typeof activitySchema>

const digestSchema = z.object({ is_wanted: flagSchema })

const trend = (path: `/${string}`, summary: string) => ({ method: 'GET', path, summary }) as const

/** What the first screen of the dashboard shows beside the lists. */
export const overviewContract = {
  applications: procedure({ tag: 'Application', access: recruiters })
    .route(
      trend(
        '/admin/overview/applications/',
        'New applications of 30 days, their stages, and the statuses of all',
      ),
    )
    .output(funnelSchema),
  subscribers: procedure({ tag: 'Subscriber', access: recruiters })
    .route(trend('/admin/overview/subscribers/', 'New subscribers of 30 days'))
    .output(trendSchema),
  comments: procedure({ tag: 'Comment', access: editors })
    .route(trend('/admin/overview/comments/', 'New comments of 30 days'))
    .output(trendSchema),
  activity: procedure({ tag: 'Activity', access: roles })
    .route(trend('/admin/overview/activity/', 'What staff did last, of what the role may see'))
    .output(z.object({ results: z.array(activitySchema) })),
  digest: procedure({ tag: 'User', access: 'signed-in' })
    .route({
      method: 'GET',
      path: '/auth/digest/',
      summary: 'Whether the signed-in user gets the digest of the week',
    })
    .output(digestSchema),
  saveDigest: procedure({ tag: 'User', access: 'signed-in' })
    .route({
      method: 'PUT',
      path: '/auth/digest/',
      summary: 'Get the digest of the week on Mondays, or no more',
    })
    .input(digestSchema)
    .output(digestSchema),
}
