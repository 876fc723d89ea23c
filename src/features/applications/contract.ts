import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { exportInput } from '#shared/export-input.ts'
import { flagSchema, idSchema, numeric } from '#shared/fields.ts'
import {
  batchIds,
  filterOr,
  goesOn,
  listSeenAt,
  optionalFilter,
  searchFilter,
  seenList,
} from '#shared/list-fields.ts'
import {
  batchEvent,
  fileResponse,
  noticesSchema,
  pageQuery,
  pageSchema,
  procedure,
  undoableBatchResponse,
} from '#shared/procedure.ts'
import { resumeBytesMax } from '#shared/resume.ts'
import { resumeHitSchema, resumeTextSchema } from '#shared/resume-fields.ts'
import { recruiters } from '#shared/roles.ts'
import { applicationInput, applicationSchema, submittedApplication } from './application-schemas.ts'
import { applicationFilters, filtersSchema, ordering, status } from './filters-contract.ts'
import { noteSchema } from './notes-contract.ts'
import { historyEmail, sendsEmail } from './status-emails-contract.ts'
import { applicationStatuses, historyKinds, noteLengthMax } from './validation.ts'

export type { Application, SubmittedApplication } from './application-schemas.ts'
export { applicationFields } from './application-schemas.ts'
export { closedStatuses, isClosed } from './validation.ts'

/** An application in a list, with what its resume says if the search has found it there. */
const listedApplication = applicationSchema.extend({ resume_hit: resumeHitSchema.nullable() })

const statusChangeSchema = z.object({
  id: z.number().int(),
  from_status: z.enum(applicationStatuses).nullable(),
  to_status: z.enum(applicationStatuses),
  kind: z.enum(historyKinds).describe('What has changed; of a status, the two before'),
  from_text: z.string().describe('What it was before, unless a status'),
  to_text: z.string(),
  notes: z.string(),
  email: historyEmail,
  by: z.string().describe('The name of the user, or empty for the applicant'),
  created_at: z.string(),
})
export type StatusChange = z.infer<typeof statusChangeSchema>

const relatedSchema = applicationSchema
  .pick({ id: true, first_name: true, last_name: true, status: true, cohort_name: true })
  .extend({
    same: z.array(z.enum(['email', 'phone', 'identification'])),
    reason: z.string().describe('The note with which it got its status'),
    created_at: z.string(),
  })
export type RelatedApplication = z.infer<typeof relatedSchema>

const applicationDetail = applicationSchema.extend({
  history: z.array(statusChangeSchema),
  notes: z.array(noteSchema).describe('Latest first'),
  related: z.array(relatedSchema).describe('Applications of the same email, phone or national ID'),
})
export type ApplicationDetail = z.infer<typeof applicationDetail>

const notes = z
  .string()
  .trim()
  .max(noteLengthMax, `At most ${noteLengthMax} characters`)
  .default('')

export const expected_statuses = z
  .record(z.string().regex(/^\d+$/), status)
  .optional()
  .describe('By id, the status that the user saw: those that have another by now fail')

/** All rows that matched when the user saw the list. */
export const matchingRows = { filters: filtersSchema, ...seenList }
const matchingSchema = z.object(matchingRows)
export type MatchingRows = z.infer<typeof matchingSchema>

/** Accepting and rejecting changes the free spots of a cohort, and the times of its interviews. */
const decision = {
  tag: 'Application',
  alsoChanges: ['Cohort', 'Batch', 'Interview', 'Email'],
  access: recruiters,
} as const

export const applicationsContract = {
  submit: procedure({
    tag: 'Application',
    alsoChanges: ['Cohort'],
    access: 'public',
    limit: { calls: 300, refused: 60, seconds: 600 },
    files: { resume: resumeBytesMax },
    isCreatedOnce: true,
  })
    .route({
      method: 'POST',
      path: '/website/application/',
      successStatus: 201,
      summary: 'Apply to a cohort',
      description:
        'Multipart form data. Send an Idempotency-Key header: the same application sent twice under one key is stored once and gets the same response. Without form_token fewer are taken.',
    })
    .input(applicationInput)
    .output(z.object({ message: z.string(), data: submittedApplication })),
  list: procedure({ tag: 'Application', access: recruiters })
    .route({ method: 'GET', path: '/website/application/', summary: 'List applications' })
    .input(z.object({ ...pageQuery(), ...applicationFilters, ordering }))
    .output(
      pageSchema(listedApplication).extend({
        seen_at: listSeenAt,
        has_more: z
          .boolean()
          .describe('Whether the search fits too many, of which only the newest are listed'),
      }),
    ),
  get: procedure({ tag: 'Application', access: recruiters })
    .route({
      method: 'GET',
      path: '/website/application/{id}/',
      summary: 'One application with its history',
    })
    .input(z.object({ id: idSchema }))
    .output(applicationDetail),
  neighbours: procedure({ tag: 'Application', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/{id}/neighbours/',
      summary: 'The applications before and after one in a filtered, ordered list',
    })
    .input(
      z.object({
        id: idSchema,
        ahead: filterOr(numeric(z.number().int().min(1).max(5)), 1),
        ...applicationFilters,
        ordering,
      }),
    )
    .output(
      z.object({
        previous: z.number().int().nullable(),
        next: z.number().int().nullable(),
        upcoming: z.array(z.number().int()).describe('The next ones, as many as asked for'),
      }),
    ),
  place: procedure({ tag: 'Application', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/{id}/place/',
      summary: 'The place of an application in a filtered, ordered list, counted from 1',
    })
    .input(z.object({ id: idSchema, ...applicationFilters, ordering }))
    .output(
      z.object({
        place: z
          .number()
          .int()
          .nullable()
          .describe('Null in a list by score for what the user has not scored'),
        total: z.number().int(),
      }),
    ),
  changeStatus: procedure({ ...decision, isOnePress: true })
    .route({
      method: 'POST',
      path: '/website/application/{id}/change-status/',
      summary: 'Change a status',
    })
    .input(
      z.object({
        id: idSchema,
        status,
        notes,
        expected_status: optionalFilter(status).describe(
          'The status that the user saw: when it is another by now, the change is refused',
        ),
        is_undo: flagSchema
          .optional()
          .describe(
            'Whether this takes the last change back: what that has replaced is told again, and it counts as no step of the funnel',
          ),
        ...sendsEmail,
      }),
    )
    .output(applicationDetail.extend({ notices: noticesSchema })),
  changeStatuses: procedure(decision)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-status/',
      summary: 'Change many statuses',
    })
    .input(
      z.object({
        application_ids: batchIds,
        expected_statuses,
        status,
        notes,
        ...sendsEmail,
        batch: goesOn,
      }),
    )
    .output(undoableBatchResponse),
  changeMatching: procedure(decision)
    .route({
      method: 'PATCH',
      path: '/admin/applications/batch-status/matching/',
      summary: 'Change the status of all applications that match',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. It changes the applications that matched when the list was read: later ones are left alone, and those whose status has changed since fail.',
    })
    .input(matchingSchema.extend({ status, notes, ...sendsEmail }))
    .output(eventIterator(batchEvent)),
  export: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/applications/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download exactly the filtered applications as csv, xlsx or json',
    })
    .input(exportInput(applicationFilters, ordering))
    .output(fileResponse),
  resume: procedure({ access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/{id}/resume/',
      outputStructure: 'detailed',
      summary: "Download an applicant's resume",
    })
    .input(z.object({ id: idSchema }))
    .output(fileResponse),
  resumeText: procedure({ access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/{id}/resume/text/',
      summary: 'The text of a resume in DOCX or DOC',
    })
    .input(z.object({ id: idSchema }))
    .output(resumeTextSchema),
  resumeHit: procedure({ tag: 'Application', access: recruiters })
    .route({
      method: 'GET',
      path: '/admin/applications/{id}/resume/hit/',
      summary: 'What a resume says around the word that a search has found there',
    })
    .input(z.object({ id: idSchema, search_query: searchFilter }))
    .output(z.object({ hit: resumeHitSchema.nullable() })),
  delete: procedure(decision)
    .route({
      method: 'DELETE',
      path: '/admin/applications/{id}/',
      outputStructure: 'detailed',
      successStatus: 204,
      summary: 'Move an application and its resume to the trash',
    })
    .input(z.object({ id: idSchema }))
    .output(
      z.union([
        z.object({ status: z.literal(204) }),
        z.object({
          status: z.literal(200).describe('There is something that the user is to know'),
          body: z.object({ notices: z.array(z.string()) }),
        }),
      ]),
    ),
}
