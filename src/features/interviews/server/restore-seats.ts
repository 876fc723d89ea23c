import type { Transaction } from 'kysely'
import { findEditsOf } from '#database/edits.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import { closedStatuses } from '#features/applications/contract.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { consumeStaffLimit } from '#platform/mail/email-limits.ts'
import { dropUnsentEmails, holdUnsentEmails, putAllInOutbox } from '#platform/mail/outbox.ts'
import { sequenceAt } from '#shared/calendar.ts'
import { fullName } from '#shared/full-name.ts'
import type { Interview } from '../contract.ts'
import { emailedSlotFields } from './change-slot.ts'
import { findSeats, freeSeatOf } from './find-free-seat.ts'
import { type Actor, recordInterviews, timeText } from './history.ts'
import { bookedEmail, findUntold, withholdOlder } from './interview-email.ts'
import { inviteReturning } from './invite-returning.ts'
import { caseById, findInterviewsById, recordTimes } from './release-seats.ts'

/**
 * Gives applicants who come back the seats that were freed with the decision, or others of the same slots. Whoever was
 * told of the decision, perhaps by phone, gets an email; an email that is still unsent is taken back. Those who were
 * not told of it get one, too, where the slot has changed meanwhile: only those who had it booked then were told of
 * that. What the decision withheld is written again. The cohorts are locked.
 * @returns who has no time any more, and why
 */
export async function restoreSeats(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const notices = await giveSeatsBack(transaction, context, ids)
  return [...notices, ...(await inviteReturning(transaction, context, ids))]
}

async function giveSeatsBack(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<string[]> {
  const freed = await findFreed(transaction, ids)
  if (freed.length === 0) return []
  const now = context.now()
  const { contact, visitors } = await context.readSettings(transaction)
  const by = requireViewer(context)
  const interviews = await findInterviewsById(transaction, freed)
  const seats = await findSeats(
    transaction,
    freed.flatMap(({ slot_id }) => slot_id ?? []),
  )
  const emailIdsOfFreed = freed.flatMap(({ freed_email_id }) => freed_email_id ?? [])
  const unsent = await holdUnsentEmails(transaction, context, emailIdsOfFreed)
  const services = { ...context, database: transaction }
  const untold = await findUntold(services, [...interviews.values()], emailIdsOfFreed)
  const movedAt = await findMoves(transaction, freed)
  const version = nextVersionOfAll([...interviews.values()], now)
  const notices = new Map<number, string>()
  const lost: (Interview & { notes: string })[] = []
  const restored = freed.flatMap(({ id, freed_seat, freed_email_id, ...row }) => {
    const interview = interviews.get(id)
    if (!interview) return []
    const free = row.slot_id === null ? undefined : seats.get(row.slot_id)
    const seat = free ? freeSeatOf(free, freed_seat) : null
    // Staff were asked to call those whom the limit of emails kept from being written to.
    const isTold = freed_email_id === null || !unsent.has(freed_email_id)
    const isMoved = (movedAt.get(row.slot_id) ?? '') > (row.freed_at ?? '')
    const isToTell = isTold || isMoved
    if (!free || seat === null || (isToTell && row.starts_at <= now.toISOString())) {
      const why = !free ? 'was cancelled' : seat === null ? 'has been taken' : 'is over'
      const notes = `${free ? timeText(row) : 'The time of the interview'} ${why}.`
      notices.set(id, `${fullName(interview)} has no time for an interview any more. ${notes}`)
      lost.push({ ...interview, notes })
      return []
    }
    free.taken.add(seat)
    const sequence = Math.max(row.sequence + 1, sequenceAt(version))
    // The decision may have withheld the email about the time.
    const isUntold = untold.has(id) && row.starts_at > now.toISOString()
    const isDue = isToTell || isUntold
    const isChange = !isTold && !isUntold
    return [
      { ...interview, time: row, seat, sequence, emailId: freed_email_id, isTold, isDue, isChange },
    ]
  })
  await forgetSeats(transaction, by, version, lost)
  await writeSeats(transaction, by, version, restored)
  await dropUnsentEmails(
    transaction,
    context,
    restored.flatMap(({ emailId, isTold }) => (emailId === null || isTold ? [] : emailId)),
  )
  const toTell = restored.filter(({ isDue }) => isDue)
  const refused = await consumeStaffLimit(transaction, toTell, now)
  for (const { id, isChange } of toTell) {
    const message = refused.get(id)?.message
    const what = isChange ? 'has another time or place' : 'takes place'
    if (message) notices.set(id, `${message} Please call them: their interview ${what}.`)
  }
  const emails = toTell
    .filter(({ id }) => !refused.has(id))
    .map(({ time, sequence, isChange, ...interview }) =>
      bookedEmail(context, {
        interview: { ...interview, updated_at: version },
        time,
        sequence,
        organizer: contact.email,
        template: isChange ? visitors.INTERVIEW_CHANGED : visitors.INTERVIEW_BOOKED,
      }),
    )
  // The email about the decision may be on its way, and be tried again.
  await withholdOlder(transaction, toTell)
  await putAllInOutbox(transaction, emails, version)
  return freed.flatMap(({ id }) => notices.get(id) ?? [])
}

/** When these slots last got another time or place, since the first of the seats was freed. */
async function findMoves(
  transaction: Transaction<Tables>,
  freed: readonly { slot_id: number | null; freed_at: string | null }[],
) {
  const rows = freed
    .flatMap(({ slot_id: id, freed_at: version }) =>
      id === null || version === null ? [] : [{ id, version }],
    )
    // The first of each slot comes last, and stays.
    .sort((one, other) => (one.version < other.version ? 1 : -1))
  const edits = await findEditsOf(transaction, 'interview_slots', rows)
  return new Map<number | null, string | undefined>(
    [...edits].map(([id, all]) => [
      id,
      all.findLast(({ fields }) => fields.some((field) => emailedSlotFields.includes(field)))
        ?.version,
    ]),
  )
}

/** Gives interviews the slots again that were freed, with these seats. */
async function writeSeats(
  transaction: Transaction<Tables>,
  by: NonNullable<Actor>,
  version: string,
  restored: readonly (Interview & {
    time: { starts_at: string }
    seat: number
    sequence: number
  })[],
) {
  if (restored.length === 0) return
  await transaction
    .updateTable('interviews')
    .set((set) => ({
      slot_id: set.ref('freed_slot_id'),
      booked_at: version,
      outcome: '',
      freed_slot_id: null,
      freed_seat: null,
      freed_email_id: null,
      updated_at: version,
      seat: caseById(restored.map(({ id, seat }) => [id, seat])),
      sequence: caseById(restored.map(({ id, sequence }) => [id, sequence])),
    }))
    .where(
      'id',
      'in',
      restored.map(({ id }) => id),
    )
    .execute()
  const from = timeText(null)
  const entries = restored.map((one) => ({ ...one, from, to: timeText(one.time) }))
  await recordTimes(transaction, by, version, entries)
}

/** Those that were freed in the cohort where the application is, or whose slot was cancelled since. */
const findFreed = (transaction: Transaction<Tables>, ids: readonly number[]) =>
  transaction
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .leftJoin('interview_slots as slot', 'slot.id', 'interviews.freed_slot_id')
    .leftJoin('outbox', 'outbox.id', 'interviews.freed_email_id')
    .select(['interviews.id', 'sequence', 'freed_seat', 'freed_email_id', 'slot.id as slot_id'])
    // The email was written when the seat was freed.
    .select('outbox.created_at as freed_at')
    .select(['slot.starts_at', 'slot.ends_at', 'slot.place', 'slot.link'])
    .$narrowType<{ starts_at: string; ends_at: string; place: string; link: string }>()
    .where('interviews.id', 'in', ids)
    .where('freed_seat', 'is not', null)
    .where('applications.status', 'not in', closedStatuses)
    // Who waits for a spot has none until they get one; who is accepted waits no more.
    .where((where) =>
      where.or([where('waiting_since', 'is', null), where('applications.status', '=', 'ACCEPTED')]),
    )
    .where((where) =>
      where.or([
        where('slot.id', 'is', null),
        where('slot.cohort_id', '=', where.ref('applications.cohort_id')),
      ]),
    )
    .orderBy('interviews.id')
    .execute()

async function forgetSeats(
  transaction: Transaction<Tables>,
  by: Actor,
  version: string,
  lost: readonly (Interview & { notes: string })[],
) {
  if (lost.length === 0) return
  await transaction
    .updateTable('interviews')
    .set({ freed_slot_id: null, freed_seat: null, freed_email_id: null, updated_at: version })
    .where(
      'id',
      'in',
      lost.map(({ id }) => id),
    )
    .execute()
  const none = timeText(null)
  const entries = lost.map((one) => ({ ...one, from: none, to: none }))
  await recordInterviews(transaction, by, version, entries)
}
