import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { matchingRows } from '#features/applications/contract.ts'
import { exportInput } from '#shared/export-input.ts'
import { choiceOf, flagSchema, idOr, idSchema } from '#shared/fields.ts'
import {
  batchIds,
  expectedVersion,
  goesOn,
  knownFilters,
  listSeenAt,
  optionalFilter,
  searchFilter,
  seenList,
  severalOf,
} from '#shared/list-fields.ts'
import {
  batchEvent,
  batchResponse,
  fileResponse,
  pageQuery,
  pageSchema,
  procedure,
  undoableBatchResponse,
} from '#shared/procedure.ts'
import { recruiters } from '#shared/roles.ts'
import { interviewTag, outcome } from './slots-contract.ts'
import {
  interviewNoteLengthMax,
  interviewOrders,
  interviewStates,
  slotPeriods,
} from './validation.ts'

const timeSchema = z.object({
  id: z.number().int(),
  starts_at: z.string(),
  ends_at: z.string(),
  place: z.string(),
  link: z.string(),
  panel_names: z.array(z.string()),
})

const interviewSchema = z.object({
  id: z.number().int().describe("The application's"),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  status: z.string().describe('Of the application'),
  waiting_since: z.string().nullable().describe('Of the application'),
  cohort: z.number().int(),
  cohort_name: z.string(),
  state: z.enum(interviewStates),
  slot: timeSchema.nullable(),
  outcome,
  note: z.string(),
  booked_at: z.string().nullable(),
  invited_at: z.string(),
  invited_by: z.string(),
  reminded_at: z.string().nullable(),
  reminders: z.number().int(),
  updated_at: z.string(),
})
export type Interview = z.infer<typeof interviewSchema>

const filters = {
  cohort_id: severalOf(idSchema),
  state: severalOf(choiceOf(interviewStates, 'Please choose a state')),
  when: optionalFilter(z.enum(slotPeriods)).describe('Whose time is to come, or over'),
  can_choose: optionalFilter(flagSchema).describe(
    'Whether they have chosen no time and still can: they are shortlisted, and wait for no spot',
  ),
  is_closed: optionalFilter(flagSchema).describe(
    'Whether the application is rejected or withdrawn, so that nobody can book',
  ),
  search: searchFilter,
}
const filtersSchema = knownFilters(filters)
export type InterviewFilters = z.infer<typeof filtersSchema>

const ordering = optionalFilter(z.enum(interviewOrders)).describe('-invited_at unless given')

const invitation = { ...interviewTag, alsoChanges: ['Application', 'Email', 'Batch'] } as const

export const interviewsContract = {
  list: procedure(interviewTag)
    .route({
      method: 'GET',
      path: '/admin/interviews/',
      summary: 'List who is invited to an interview, and who has chosen a time',
    })
    .input(z.object({ ...pageQuery(), ...filters, ordering }))
    .output(pageSchema(interviewSchema).extend({ seen_at: listSeenAt })),
  ofApplication: procedure(interviewTag)
    .route({
      method: 'GET',
      path: '/admin/interviews/{id}/',
      summary: 'The interview of an application, if it is invited to one',
    })
    .input(z.object({ id: idSchema }))
    .output(z.object({ interview: interviewSchema.nullable() })),
  invite: procedure(invitation)
    .route({
      method: 'POST',
      path: '/admin/interviews/invite/',
      summary: 'Invite shortlisted applicants to choose a time',
    })
    .input(z.object({ application_ids: batchIds, batch: goesOn }))
    .output(undoableBatchResponse),
  inviteMatching: procedure(invitation)
    .route({
      method: 'POST',
      path: '/admin/interviews/invite/matching/',
      summary: 'Invite all applicants that match, as far as they are shortlisted',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. Applications that came after the list was read are left alone.',
    })
    .input(z.object(matchingRows))
    .output(eventIterator(batchEvent)),
  remind: procedure(interviewTag)
    .route({
      method: 'POST',
      path: '/admin/interviews/remind/',
      summary: 'Remind those who have chosen no time yet, each at most three times',
    })
    .input(z.object({ application_ids: batchIds }))
    .output(batchResponse),
  remindMatching: procedure(interviewTag)
    .route({
      method: 'POST',
      path: '/admin/interviews/remind/matching/',
      summary: 'Remind all that match, as far as they have chosen no time',
      description:
        'Streams its progress as server-sent events, and stops when the connection is closed. Nobody is written to twice within 24 hours.',
    })
    .input(z.object({ filters: filtersSchema, ...seenList }))
    .output(eventIterator(batchEvent)),
  book: procedure(interviewTag)
    .route({
      method: 'POST',
      path: '/admin/interviews/{id}/book/',
      summary: 'Book a time for an applicant, or move them to another, and write to them',
    })
    .input(
      z.object({
        id: idSchema,
        slot: idOr('Please choose a time'),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(interviewSchema),
  unbook: procedure(interviewTag)
    .route({
      method: 'POST',
      path: '/admin/interviews/{id}/unbook/',
      summary: 'Cancel the interview of an applicant, and write to them',
      description: 'The invitation stays, so that they can choose another time.',
    })
    .input(z.object({ id: idSchema, expected_updated_at: expectedVersion }))
    .output(interviewSchema),
  update: procedure(interviewTag)
    .route({
      method: 'PATCH',
      path: '/admin/interviews/{id}/',
      summary: 'Note how an interview went: that it was held, or that nobody came',
    })
    .input(
      z.object({
        id: idSchema,
        outcome: outcome.optional(),
        note: z
          .string()
          .trim()
          .max(interviewNoteLengthMax, `At most ${interviewNoteLengthMax} characters`)
          .optional(),
        expected_updated_at: expectedVersion,
      }),
    )
    .output(interviewSchema),
  export: procedure({ access: recruiters })
    .route({
      method: 'POST',
      path: '/admin/interviews/export/',
      inputStructure: 'detailed',
      outputStructure: 'detailed',
      summary: 'Download who is invited and when they come, as csv, xlsx or json',
    })
    .input(exportInput(filters, ordering))
    .output(fileResponse),
}
