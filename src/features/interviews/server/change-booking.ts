import type { Transaction } from 'kysely'
import { findEditsSince } from '#database/edits.ts'
import { isUniqueViolation } from '#database/errors.ts'
import { untilSynced } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import { isStale, staleEdit } from '#platform/rows/stale-edits.ts'
import type { Interview } from '../contract.ts'
import { findFreeSeat } from './find-free-seat.ts'
import { type Actor, lockCohorts } from './history.ts'
import { findInterview } from './interview-rows.ts'
import { writeBooking } from './write-booking.ts'

export type BookingRequest = {
  /** The application's id. */
  id: number
  /** The slot's id; null cancels. */
  slot: number | null
  by: Actor
  /** The version that the user saw. */
  expected?: string
  /** Refuses what this caller may not do. @throws 409 */
  check: (interview: Interview, slot: { starts_at: string } | null) => unknown
  /** Makes the row of whom staff book without an invitation. */
  prepare?: (transaction: Transaction<Tables>) => Promise<unknown>
  /** Writes what else belongs to the transaction. */
  record?: (transaction: Transaction<Tables>) => Promise<unknown>
}

/**
 * Books a seat, moves to another one, or cancels. The cohort is locked before anything is read that decides, so that of
 * forty people who press at once for one seat one gets it; the unique index on the seats is the last word.
 * @throws 404; 409 when the time is taken, over or of another cohort, or the interview has changed since it was seen
 */
export async function changeBooking(context: RequestContext, request: BookingRequest) {
  const { email: organizer } = (await context.readSettings()).contact
  try {
    const { interview, isChanged } = await context.database
      .transaction()
      .execute((transaction) => changeWithin(transaction, context, { ...request, organizer }))
    if (!isChanged) await untilSynced(context.database)
    return interview
  } catch (error) {
    throw isUniqueViolation(error) ? justTaken() : error
  }
}

const justTaken = () => conflict('Somebody has just taken this time. Please choose another one.')

async function changeWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  request: BookingRequest & { organizer: string },
): Promise<{ interview: Interview; isChanged: boolean }> {
  const { id, slot: wanted, by, organizer, expected, check, prepare, record } = request
  await lockCohorts(transaction, await findCohorts(transaction, id, wanted))
  await prepare?.(transaction)
  const interview = await findInterview(transaction, id)
  if (!interview) throw notFound('This invitation')
  if (expected !== undefined && isStale(interview, expected)) {
    throw staleEdit(interview, await findEditsSince(transaction, 'interviews', id, expected))
  }
  const slot = wanted === null ? null : await findTime(transaction, wanted, interview)
  // Pressed twice, or the answer to the first time was lost.
  if ((slot?.id ?? null) === (interview.slot?.id ?? null)) {
    return { interview, isChanged: false }
  }
  check(interview, slot)
  const seat = slot && (await findFreeSeat(transaction, slot.id))
  if (slot && seat === null) throw justTaken()
  if (by) await requireStaffLimit(transaction, [interview], context.now())
  const to = slot && { ...slot, seat: seat as number }
  await writeBooking(transaction, context, { interview, to, by, organizer })
  await record?.(transaction)
  return { interview: (await findInterview(transaction, id)) as Interview, isChanged: true }
}

/** The cohorts of an application, of the time that it has, and of the one that it is to have. */
async function findCohorts(transaction: Transaction<Tables>, id: number, slot: number | null) {
  const application = await transaction
    .selectFrom('applications')
    .leftJoin('interviews', 'interviews.id', 'applications.id')
    .leftJoin('interview_slots', 'interview_slots.id', 'interviews.slot_id')
    .select(['applications.cohort_id', 'interview_slots.cohort_id as booked_cohort_id'])
    .where('applications.id', '=', id)
    .executeTakeFirst()
  if (!application) throw notFound('This application')
  const { cohort_id, booked_cohort_id } = application
  const wanted = await transaction
    .selectFrom('interview_slots')
    .select('cohort_id')
    .where('id', '=', slot ?? 0)
    .executeTakeFirst()
  return [cohort_id, booked_cohort_id, wanted?.cohort_id].flatMap((one) => one ?? [])
}

/** The slot that is wanted. @throws 409 when it is gone, or of another cohort */
async function findTime(transaction: Transaction<Tables>, id: number, { cohort }: Interview) {
  const slot = await transaction
    .selectFrom('interview_slots')
    .select(['id', 'starts_at', 'ends_at', 'place', 'link'])
    .where('id', '=', id)
    .where('cohort_id', '=', cohort)
    .executeTakeFirst()
  if (!slot) throw conflict('This time is no longer offered. Please choose another one.')
  return slot
}
