import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { isClosed } from '#features/applications/contract.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { badRequest, conflict, notFound } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { readSignedId } from '#platform/security/signed-id.ts'
import { bookingContract, type Invitation } from '../booking-contract.ts'
import type { Interview } from '../contract.ts'
import { applicantCalendar } from '../interview-calendar.ts'
import { bookingHours, bookingMessages, canChooseTime, changeHours } from '../validation.ts'
import { changeBooking } from './change-booking.ts'
import { bookingPurpose, bookingUrl, isEmailed } from './interview-email.ts'
import { findInterview } from './interview-rows.ts'
import { hoursFrom } from './remind.ts'
import { freeSlots } from './slots.ts'

const procedures = implementContract(bookingContract)

/** More than anybody looks through. */
const shownSlotsMax = 300

export const bookingHandlers = procedures.router({
  ofToken: procedures.ofToken.handler(async ({ input, context }) =>
    invitationOf(context, await getInterview(context, input.token)),
  ),

  choose: procedures.choose.handler(async ({ input, context }) => {
    const { id } = await getInterview(context, input.token)
    const interview = await changeBooking(context, {
      id,
      slot: input.slot,
      by: null,
      check: (before, slot) => {
        refuseClosed(before, context.now())
        refuseLate(before, context.now())
        if ((slot?.starts_at ?? '') <= hoursFrom(context.now(), bookingHours)) {
          throw conflict('This time is no longer offered. Please choose another one.')
        }
      },
      record: (transaction) => limitChanges(transaction, context, id),
    })
    return invitationOf(context, interview)
  }),

  cancel: procedures.cancel.handler(async ({ input, context }) => {
    const { id } = await getInterview(context, input.token)
    const interview = await changeBooking(context, {
      id,
      slot: null,
      by: null,
      check: (before) => {
        refuseClosed(before, context.now())
        refuseLate(before, context.now())
      },
      record: (transaction) => limitChanges(transaction, context, id),
    })
    return invitationOf(context, interview)
  }),

  calendarOfToken: procedures.calendarOfToken.handler(async ({ input, context }) => {
    const interview = await getInterview(context, input.token)
    const row = await context.database
      .selectFrom('interviews')
      .select('sequence')
      .where('id', '=', interview.id)
      .executeTakeFirst()
    if (!interview.slot || !row || !isOpen(interview)) throw notFound('This interview')
    const { slot } = interview
    const url = bookingUrl(context, interview.id)
    const { email: organizer } = (await context.readSettings()).contact
    return { calendar: applicantCalendar({ ...interview, slot, ...row }, { url, organizer }) }
  }),
})

/** @throws 400 unless the token was signed here; 404 once the invitation was taken back */
async function getInterview(context: RequestContext, token: string): Promise<Interview> {
  const id = readSignedId(context, bookingPurpose, token)
  if (id === null) throw badRequest(bookingMessages.token)
  const interview = await findInterview(context.database, id)
  if (!interview) throw notFound('This invitation')
  return interview
}

/**
 * Whoever has a time keeps it while a decision is made; without one, only who is shortlisted and doesn't wait for a spot
 * chooses.
 */
const isOpen = (interview: Interview) =>
  interview.slot ? !isClosed(interview.status) : canChooseTime(interview)

const hasTakenPlace = ({ slot, state }: Interview, now: Date) =>
  ['DONE', 'NO_SHOW'].includes(state) || (slot !== null && slot.ends_at <= now.toISOString())

function refuseClosed(interview: Interview, now: Date) {
  if (!isOpen(interview)) throw conflict(bookingMessages.gone)
  if (hasTakenPlace(interview, now)) throw conflict('Your interview is over.')
}

const changeUntil = ({ starts_at }: { starts_at: string }) =>
  hoursFrom(new Date(starts_at), -changeHours)

function refuseLate({ slot }: Interview, now: Date) {
  if (!slot || changeUntil(slot) > now.toISOString()) return
  throw conflict(
    `Your interview is in less than ${changeHours} hours. Please call or write to us to change it.`,
  )
}

const changesLimit = { calls: 30, seconds: 24 * 60 * 60 }

/** Keeps the history of an application short: whoever has the link could write to it without end. @throws 409 */
async function limitChanges(
  transaction: Transaction<Tables>,
  { now }: RequestContext,
  id: number,
): Promise<void> {
  if ((await consumeLimit(transaction, `interview:${id}`, changesLimit, now())) === null) return
  throw conflict(
    'You have changed your interview very often today. Please try again tomorrow, or call or write to us.',
  )
}

/** What the applicant sees: nothing of them but the first name and the cohort. */
async function invitationOf(context: RequestContext, interview: Interview): Promise<Invitation> {
  const now = context.now()
  const { first_name, cohort_name, cohort, slot } = interview
  const shown = { first_name, cohort_name, booked: null, slots: [] }
  if (!isOpen(interview)) return { ...shown, state: 'closed' }
  const change_until = slot && changeUntil(slot)
  const isChangeable = change_until !== null && change_until > now.toISOString()
  const booked = slot && {
    id: slot.id,
    starts_at: slot.starts_at,
    ends_at: slot.ends_at,
    place: slot.place,
    link: slot.link,
    change_until: change_until ?? '',
    is_changeable: isChangeable,
    can_choose_again: canChooseTime(interview),
    is_emailed: await isEmailed(context.database, interview),
  }
  if (hasTakenPlace(interview, now)) return { ...shown, booked, state: 'held' }
  const slots =
    booked && !isChangeable
      ? []
      : await freeSlots(context.database, hoursFrom(now, bookingHours))
          .select(['id', 'starts_at', 'ends_at'])
          .where('cohort_id', '=', cohort)
          .where('id', '!=', slot?.id ?? 0)
          .orderBy('starts_at')
          .orderBy('id')
          .limit(shownSlotsMax)
          .execute()
  if (booked) return { ...shown, booked, slots, state: 'booked' }
  return { ...shown, slots, state: (await isOver(context, cohort)) ? 'over' : 'choose' }
}

/** The invitation ends with the last interview of the cohort. */
async function isOver({ database, now }: RequestContext, cohort: number) {
  const { last } = await database
    .selectFrom('interview_slots')
    .select((select) => select.fn.max<string | null>('ends_at').as('last'))
    .where('cohort_id', '=', cohort)
    .executeTakeFirstOrThrow()
  return last !== null && new Date(last) <= now()
}
