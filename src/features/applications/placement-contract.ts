import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { flagSchema, idOr, idSchema, numeric } from '#shared/fields.ts'
import { batchIds, goesOn } from '#shared/list-fields.ts'
import { batchEvent, procedure, undoableBatchResponse } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { expected_statuses, matchingRows } from './contract.ts'
import { applicationFilters } from './filters-contract.ts'
import { sendsEmail } from './status-emails-contract.ts'
import { placedMax } from './validation.ts'

const expected_cohorts = z
  .record(z.string().regex(/^\d+$/), idSchema)
  .optional()
  .describe('By id, the cohort that the user saw: those that are in another by now fail')

const move = {
  cohort: idOr('Please choose a cohort').describe('Where they are moved to'),
  waits_if_full: flagSchema
    .default(false)
    .describe('Whether those for whom there is no spot go on the waiting list, rather than fail'),
}

const placement = {
  tag: 'Application',
  alsoChanges: ['Cohort', 'Batch', 'Interview', 'Email'],
  access: recruiters,
} as const

export const placementContract = {
  move: procedure(placement)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-move/',
      summary: 'Move applications to another cohort',
    })
    .input(
      z.object({
        application_ids: batchIds,
        expected_cohorts,
        expected_statuses,
        ...move,
        ...sendsEmail,
        batch: goesOn,
      }),
    )
    .output(undoableBatchResponse),
  moveMatching: procedure(placement)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-move/matching/',
      summary: 'Move all applications that match to another cohort',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. Applications that came after the list was read are left alone.',
    })
    .input(z.object({ ...matchingRows, ...move, ...sendsEmail }))
    .output(eventIterator(batchEvent)),
  changeWaiting: procedure(placement)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-waiting/',
      summary: 'Put applications on the waiting list of their cohort, or give them a spot',
    })
    .input(
      z.object({
        application_ids: batchIds,
        expected_cohorts,
        expected_statuses,
        is_waiting: flagSchema,
        batch: goesOn,
        ...sendsEmail,
      }),
    )
    .output(undoableBatchResponse),
  changeWaitingMatching: procedure(placement)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-waiting/matching/',
      summary: 'Put all applications that match on the waiting list, or give them a spot',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. Applications that came after the list was read are left alone. Spots are given in the order of the applications.',
    })
    .input(z.object({ ...matchingRows, is_waiting: flagSchema, ...sendsEmail }))
    .output(eventIterator(batchEvent)),
  countByCohort: procedure({ tag: 'Application', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/cohort-counts/',
      summary: 'Count the applications that match by cohort',
    })
    .input(z.object(applicationFilters))
    .output(
      z.object({
        results: z.array(
          z.object({
            cohort: z.number().int(),
            name: z.string(),
            total: z.number().int(),
            waiting: z.number().int().describe('How many of them wait for a spot'),
          }),
        ),
      }),
    ),
  promoteNext: procedure(placement)
    .route({
      method: 'POST',
      path: '/admin/cohorts/{id}/promote/',
      summary: 'Give the free spots of a cohort to those who wait longest',
    })
    .input(
      z.object({
        id: idSchema,
        count: numeric(
          z
            .number({ error: 'Please enter a number' })
            .int('Please enter a whole number')
            .min(1, 'At least 1')
            .max(placedMax, `At most ${placedMax} at once`),
        ).default(1),
        seen_waiting: numeric(z.number({ error: 'Please send how many wait' }).int().min(0))
          .optional()
          .describe(
            'How many wait, as the user saw it: if it is another number, nobody gets a spot',
          ),
        ...sendsEmail,
      }),
    )
    .output(undoableBatchResponse),
}
