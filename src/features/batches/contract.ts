import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { choiceOf, idSchema } from '#shared/fields.ts'
import { severalOf } from '#shared/list-fields.ts'
import { batchEvent, pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { batchTargets } from './validation.ts'

const count = z.number().int()
const labels = z
  .record(z.string(), z.string())
  .describe('What the values are called that are no statuses')

const batchSchema = z.object({
  id: z.number().int(),
  target: z.enum(batchTargets),
  to_status: z.string(),
  labels,
  from_counts: z.record(z.string(), count).describe('How many had which status before'),
  changed: count,
  undone: count.describe('How many have their former status again'),
  by: z.string(),
  undone_by: z.string().describe('Who has undone it last, or empty'),
  created_at: z.string(),
  ends_at: z.string().describe('Until when it can be undone'),
})
export type Batch = z.infer<typeof batchSchema>

const batchChangeSchema = z.object({
  id: z.number().int(),
  name: z.string().describe('Empty when the row is deleted'),
  from_status: z.string(),
  is_undone: z.boolean(),
})

/** Every user sees the batches of the rows that their role manages. */
const signedIn = { tag: 'Batch', access: 'signed-in' } as const

export const batchesContract = {
  list: procedure(signedIn)
    .route({ method: 'GET', path: '/admin/batches/', summary: 'The batches of the last 30 days' })
    .input(
      z.object({
        ...pageQuery(),
        target: severalOf(choiceOf(batchTargets, 'Please choose a kind')),
      }),
    )
    .output(pageSchema(batchSchema)),
  get: procedure(signedIn)
    .route({ method: 'GET', path: '/admin/batches/{id}/', summary: 'One batch' })
    .input(z.object({ id: idSchema }))
    .output(batchSchema),
  changes: procedure(signedIn)
    .route({
      method: 'GET',
      path: '/admin/batches/{id}/changes/',
      summary: 'The rows that a batch has changed, and from what',
    })
    .input(z.object({ id: idSchema, ...pageQuery() }))
    .output(pageSchema(batchChangeSchema).extend({ labels })),
  undo: procedure({
    ...signedIn,
    alsoChanges: [
      'Application',
      'Cohort',
      'Interview',
      'Email',
      'Talent',
      'Testimonial',
      'Contact',
    ],
  })
    .route({
      method: 'POST',
      path: '/admin/batches/{id}/undo/',
      summary: 'Give the rows of a batch their former status',
      description:
        'Within 24 hours. Streams its progress as server-sent events, and stops when the connection is closed. Rows that have changed since are left as they are, and named.',
    })
    .input(z.object({ id: idSchema }))
    .output(eventIterator(batchEvent)),
}
