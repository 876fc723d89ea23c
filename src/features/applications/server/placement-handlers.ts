import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { toBatchResponse } from '#platform/rows/stream-batch.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { placementContract } from '../placement-contract.ts'
import type { ApplicationStatus } from '../validation.ts'
import { changeMatching } from './change-matching.ts'
import { countByCohort } from './counts.ts'
import { forViewer } from './filters.ts'
import type { InterviewSeats } from './interview-seats.ts'
import { findNextWaiting, placeApplications } from './placement-batches.ts'
import type { WantedSpot } from './places.ts'

const procedures = implementContract(placementContract)

export const placementHandlers = (seats: InterviewSeats) =>
  procedures.router({
    move: procedures.move.handler(async ({ input, context }) => {
      const { cohort, waits_if_full, batch, send_email: isSent } = input
      await requireCohort(context, cohort)
      const spot = spotFor(waits_if_full && 'if full')
      const wanted = seenIn(input).map((one) => ({ ...one, cohort, spot }))
      return toBatchResponse(
        await placeApplications({ context, seats }, String(cohort), async () => wanted, {
          batch,
          isSent,
          audit: auditBatch(context, 'application', { action: 'move', cohort, waits_if_full }),
        }),
      )
    }),

    moveMatching: procedures.moveMatching.handler(async ({ input, context }) => {
      const { cohort, waits_if_full, send_email: isSent, ...rows } = input
      await requireCohort(context, cohort)
      const spot = spotFor(waits_if_full && 'if full')
      const details = { action: 'move' as const, cohort, waits_if_full }
      return changeMatching(context, rows, details, (seen, batch, audit) => {
        const unchanged_since = rows.seen_at
        const wanted = seen.map((one) => ({ ...one, cohort, spot, unchanged_since }))
        const how = { batch, isSent, audit }
        return placeApplications({ context, seats }, String(cohort), async () => wanted, how)
      })
    }),

    changeWaiting: procedures.changeWaiting.handler(async ({ input, context }) => {
      const { is_waiting, batch, send_email: isSent } = input
      const spot = spotFor(is_waiting && 'end')
      const wanted = seenIn(input).map((one) => ({ ...one, spot }))
      const to = is_waiting ? 'waiting' : 'spot'
      return toBatchResponse(
        await placeApplications({ context, seats }, to, async () => wanted, {
          batch,
          isSent,
          audit: auditBatch(context, 'application', { action: to }),
        }),
      )
    }),

    changeWaitingMatching: procedures.changeWaitingMatching.handler(({ input, context }) => {
      const { is_waiting, send_email: isSent, ...rows } = input
      const spot = spotFor(is_waiting && 'end')
      const to = is_waiting ? 'waiting' : 'spot'
      return changeMatching(context, rows, { action: to }, (seen, batch, audit) => {
        const wanted = seen.map((one) => ({ ...one, spot, unchanged_since: rows.seen_at }))
        return placeApplications({ context, seats }, to, async () => wanted, {
          batch,
          isSent,
          audit,
        })
      })
    }),

    countByCohort: procedures.countByCohort.handler(async ({ input, context }) => ({
      results: await countByCohort(context.database, forViewer(context, input)),
    })),

    promoteNext: procedures.promoteNext.handler(
      async ({ input: { id, count, seen_waiting, send_email: isSent }, context }) =>
        toBatchResponse(
          await placeApplications(
            { context, seats },
            'spot',
            (transaction) => findNextWaiting(transaction, id, count, seen_waiting),
            {
              batch: null,
              isSent,
              audit: auditBatch(context, 'application', { action: 'spot', cohort: id }),
            },
          ),
        ),
    ),
  })

/** @param waiting how it waits; false for a spot */
const spotFor = (waiting: 'end' | 'if full' | false): WantedSpot => ({ kind: waiting || 'spot' })

type Chosen = {
  application_ids: readonly number[]
  expected_cohorts?: Record<string, number>
  expected_statuses?: Record<string, ApplicationStatus>
}

/** The chosen applications, with the cohort and the status that the user saw. */
const seenIn = ({ application_ids, expected_cohorts, expected_statuses }: Chosen) =>
  application_ids.map((id) => ({
    id,
    expected: expected_cohorts?.[id],
    expected_status: expected_statuses?.[id],
  }))

/** @throws 400 on `cohort` */
async function requireCohort({ database }: RequestContext, id: number) {
  const row = await database
    .selectFrom('cohorts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw invalidFields({ cohort: ['Please choose a cohort'] })
}
