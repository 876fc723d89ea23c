import { z } from 'zod'
import { dateOr, dateSchema, idSchema, requiredText } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { reportSchema } from './contract.ts'
import { linkNameMax, linkSections } from './validation.ts'

const sections = z
  .array(z.enum(linkSections), { error: 'Please tick what to show' })
  .min(1, 'Please tick what to show')
  .transform((chosen) => linkSections.filter((section) => chosen.includes(section)))

const link = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  sections: z.array(z.enum(linkSections)),
  from: z.string(),
  to: z.string(),
  ends_on: z.string().describe('The last day on which it opens'),
  by_name: z.string(),
  created_at: z.string(),
  revoked_at: z.string().nullable(),
  is_open: z.boolean(),
})
export type StatisticsLink = z.infer<typeof link>

const shared = reportSchema
  .pick({ days: true, pages: true, sources: true, devices: true, scroll_depth: true })
  .extend({
    ...reportSchema.pick({ time_on_page: true, funnel: true }).shape,
    totals: reportSchema.pick({ page_views: true, landings: true, visitors_per_day: true }),
  })
  .partial()
  .extend({
    name: z.string(),
    from: z.string(),
    to: z.string(),
    ends_on: z.string(),
  })
export type SharedStatistics = z.infer<typeof shared>

const admins = ['ADMIN'] as const

export const linksContract = {
  links: procedure({ tag: 'StatisticsLink', access: admins })
    .route({
      method: 'GET',
      path: '/admin/statistics-links/',
      summary: 'The links by which strangers see statistics, the latest first',
    })
    .output(z.object({ results: z.array(link) })),
  createLink: procedure({ tag: 'StatisticsLink', access: admins, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/statistics-links/',
      successStatus: 201,
      summary: 'Make a link by which strangers see statistics of a period',
    })
    .input(
      z.object({
        name: requiredText('Please say what it is for', linkNameMax),
        sections,
        from: dateSchema,
        to: dateSchema,
        ends_on: dateOr('Please say until when it opens'),
      }),
    )
    .output(link),
  revokeLink: procedure({ tag: 'StatisticsLink', access: admins })
    .route({
      method: 'POST',
      path: '/admin/statistics-links/{id}/revoke/',
      summary: 'Revoke a link: it opens no longer',
    })
    .input(z.object({ id: idSchema }))
    .output(link),
  // Without a tag: the response isn't kept, so that a revoked link ends at once.
  shared: procedure({
    access: 'public',
    limit: { calls: 60, refused: 20, seconds: 10 * 60, isInMemory: true },
  })
    .route({
      method: 'GET',
      path: '/website/statistics/{token}/',
      summary: 'The statistics that somebody was given a link to',
      description: 'Sums alone, of the period and the parts that the link was made for.',
    })
    .input(z.object({ token: z.string().max(100) }))
    .output(shared),
}
