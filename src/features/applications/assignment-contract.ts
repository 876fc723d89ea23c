import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { idOr, idSchema } from '#shared/fields.ts'
import { batchIds, goesOn } from '#shared/list-fields.ts'
import { batchEvent, procedure, undoableBatchResponse } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { matchingRows } from './contract.ts'
import { chooseColleague } from './filters-contract.ts'

const assignees = z
  .array(idOr(chooseColleague), { error: chooseColleague })
  .max(20, 'At most 20 colleagues')
  .refine((ids) => new Set(ids).size === ids.length, 'Please choose each colleague once')
  .describe('Who takes care of them: shared out evenly among several, nobody if empty')

const assignment = { tag: 'Application', alsoChanges: ['Batch'], access: recruiters } as const

export const assignmentContract = {
  assign: procedure(assignment)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-assign/',
      summary: 'Assign applications to one colleague, to several evenly, or to nobody',
    })
    .input(
      z.object({
        application_ids: batchIds,
        expected_assignees: z
          .record(z.string().regex(/^\d+$/), idSchema.nullable())
          .optional()
          .describe('By id, the assignee that the user saw: those that have another by now fail'),
        assignees,
        first: z
          .number()
          .int()
          .min(0)
          .max(10_000_000)
          .default(0)
          .describe('How many were sent before, where they are shared out in parts'),
        batch: goesOn,
      }),
    )
    .output(undoableBatchResponse),
  assignMatching: procedure(assignment)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-assign/matching/',
      summary: 'Assign all applications that match',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. Applications that came after the list was read are left alone.',
    })
    .input(z.object({ ...matchingRows, assignees }))
    .output(eventIterator(batchEvent)),
}
