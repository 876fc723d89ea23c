import { z } from 'zod'
import { idSchema } from '#shared/fields.ts'
import { procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { applicationStatuses } from './validation.ts'

const statusSchema = z.object({
  status: z.enum(applicationStatuses),
  count: z.number().int().describe('How many have it now'),
  reached: z
    .number()
    .int()
    .nullable()
    .describe('How many have come so far, or farther; null of a status that is no step to a spot'),
  median_days: z
    .number()
    .nullable()
    .describe('How long half of those who have left it again had it at most; null when nobody has'),
})

const funnelSchema = z.object({
  id: z.number().int().describe("The cohort's"),
  name: z.string(),
  limit: z.number().int(),
  total_registered: z.number().int(),
  total: z.number().int(),
  statuses: z.array(statusSchema),
})
export type Funnel = z.infer<typeof funnelSchema>

export const funnelContract = {
  funnel: procedure({ tag: 'Application', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/cohorts/{id}/funnel/',
      summary: 'How far the applications of a cohort have come, and how long each status took',
      description: 'By their histories. What was undone does not count.',
    })
    .input(z.object({ id: idSchema }))
    .output(funnelSchema),
}
