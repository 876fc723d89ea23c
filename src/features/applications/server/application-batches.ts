import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { undoneNote } from '#shared/audit-actions.ts'
import { recruiters } from '#shared/roles.ts'
import type { ApplicationStatus } from '../validation.ts'
import { changeWithin } from './change-status.ts'
import type { InterviewSeats } from './interview-seats.ts'
import { findApplicantNames } from './queries.ts'

/** How batches on applications are shown and undone. */
export const applicationBatches = (seats: InterviewSeats): BatchRows => ({
  access: recruiters,
  tags: ['Application', 'Cohort', 'Interview', 'Email'],

  findNames: findApplicantNames,

  restore(transaction, context, to, changes) {
    const wanted = changes.map(({ id, from, version }) => ({
      id,
      status: from as ApplicationStatus,
      unchanged_since: version,
      expected_status: to as ApplicationStatus,
    }))
    const how = { notes: undoneNote, send_email: true, isUndo: true }
    return changeWithin(transaction, { context, seats }, wanted, how)
  },
})
