import { z } from 'zod'
import {
  choiceOf,
  dateOr,
  dateSchema,
  emptyIsNone,
  idSchema,
  momentOr,
  numeric,
  requiredText,
} from '#shared/fields.ts'
import { expectedVersion, optionalFilter, searchFilter } from '#shared/list-fields.ts'
import { pageQuery, pageSchema, procedure } from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { cohortOrders, cohortStatuses } from './validation.ts'

/** A day (inclusive, in Kigali) or a time. */
const deadline = emptyIsNone(
  z.union([dateSchema, momentOr('Please enter a valid date')], {
    error: 'Please enter a valid date',
  }),
)

const name = requiredText('Name is required', 120)
const status = choiceOf(cohortStatuses, 'Please choose a status')
const start = dateOr('Start date is required')
const end = dateOr('End date is required')
const limit = numeric(
  z
    .number({ error: 'Limit is required' })
    .int('Limit must be a whole number')
    .min(1, 'Limit must be at least 1')
    .max(100_000, 'Limit must be at most 100000'),
)

const cohortSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  short_description: z.string().describe('HTML'),
  status: z.enum(cohortStatuses),
  start: z.string(),
  end: z.string(),
  deadline: z.string().nullable().describe('A date, which includes its day, or a moment'),
  limit: z.number().int(),
  total_registered: z.number().int(),
  updated_at: z.string().optional(),
})
export type Cohort = z.infer<typeof cohortSchema>

const cohortInput = z.object({
  name,
  short_description: z.string().max(5_000).default(''),
  status: status.default('upcoming'),
  start,
  end,
  deadline: deadline.default(null),
  limit,
})

export const cohortsContract = {
  list: procedure({ tag: 'Cohort', access: 'public' })
    .route({
      method: 'GET',
      path: '/website/cohorts/',
      summary: 'List cohorts',
      description:
        'Visitors see every cohort but drafts, and those that have started after their registration closed. With a token of ADMIN or RECRUITER, with or without filters, it shows drafts too. Status, search and ordering need such a token.',
    })
    .input(
      z.object({
        ...pageQuery(),
        status: optionalFilter(choiceOf(['all', ...cohortStatuses], 'Please choose a status')),
        search: searchFilter,
        ordering: optionalFilter(z.enum(cohortOrders)),
      }),
    )
    .output(pageSchema(cohortSchema)),
  create: procedure({ tag: 'Cohort', access: recruiters, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/cohorts/',
      successStatus: 201,
      summary: 'Create a cohort',
    })
    .input(cohortInput)
    .output(cohortSchema),
  update: procedure({ tag: 'Cohort', alsoChanges: ['Application'], access: recruiters })
    .route({ method: 'PATCH', path: '/admin/cohorts/{id}/', summary: 'Change a cohort' })
    .input(cohortChanges())
    .output(cohortSchema),
  duplicate: procedure({ tag: 'Cohort', access: recruiters, isCreatedOnce: true })
    .route({
      method: 'POST',
      path: '/admin/cohorts/{id}/duplicate/',
      successStatus: 201,
      summary: 'Make a draft of a cohort a month later, with its criteria and emails',
    })
    .input(z.object({ id: idSchema }))
    .output(cohortSchema),
  delete: procedure({ tag: 'Cohort', access: recruiters })
    .route({
      method: 'DELETE',
      path: '/admin/cohorts/{id}/',
      successStatus: 204,
      summary: 'Delete a cohort without applications',
    })
    .input(z.object({ id: idSchema })),
}

/** All fields optional, without defaults. */
function cohortChanges() {
  return z.object({
    id: idSchema,
    name: name.optional(),
    short_description: z.string().max(5_000).optional(),
    status: status.optional(),
    start: start.optional(),
    end: end.optional(),
    deadline: deadline.optional(),
    limit: limit.optional(),
    expected_updated_at: expectedVersion,
  })
}
