import { sql, type Transaction } from 'kysely'
import { recordEdits } from '#database/edits.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { consumeStaffLimit } from '#platform/mail/mailbox.ts'
import { dropUnsentEmails, putAllInOutbox, putInOutbox } from '#platform/mail/outbox.ts'
import { sequenceAt } from '#shared/calendar.ts'
import { fullName } from '#shared/full-name.ts'
import type { Interview } from '../people-contract.ts'
import { undoMinutes } from '../validation.ts'
import { writeTime } from './change-booking.ts'
import { findFreeSeat } from './free-seat.ts'
import { recordInterviews, timeText } from './history.ts'
import { bookedEmail, cancelledEmail } from './interview-email.ts'
import { findInterviews } from './interview-rows.ts'

/**
 * Frees the seats that applicants have in slots to come, when their applications are closed, moved or deleted. They get
 * an email, which waits until the decision is unlikely to be undone. The cohorts are locked.
 * @param ids of the applications, with their new status and cohort
 * @returns what the user is to know
 */
export async function freeSeats(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const now = context.now()
  const held = await findHeld(transaction, ids, now.toISOString())
  if (held.length === 0) return []
  const { email: organizer } = (await context.readSettings(transaction)).contact
  const by = requireViewer(context)
  const interviews = await findInterviewsById(transaction, held)
  const refused = await consumeStaffLimit(transaction, [...interviews.values()], now)
  const version = nextVersion(
    [...interviews.values()]
      .map((one) => one.updated_at)
      .sort()
      .at(-1) ?? '',
    now,
  )
  const freed = held.flatMap(({ id, cohort_id, cohort_name, waiting_since, ...row }) => {
    const interview = interviews.get(id)
    if (!interview?.slot) return []
    const { slot: time, status, cohort } = interview
    const sequence = Math.max(row.sequence + 1, sequenceAt(version))
    const email = cancelledEmail(context, {
      interview: { ...interview, cohort_name, updated_at: version },
      ...{ time, sequence, organizer, message: '' },
      canChoose: status === 'SHORTLISTED' && waiting_since === null && cohort !== cohort_id,
    })
    return [{ ...interview, sequence, email, from: timeText(time), to: timeText(null) }]
  })
  const told = freed.filter(({ id }) => !refused.has(id))
  const emails = told.map(({ email }) => email)
  const due = new Date(now.getTime() + undoMinutes * 60_000).toISOString()
  const emailIds = await putAllInOutbox(transaction, emails, version, due)
  await transaction
    .updateTable('interviews')
    .set((set) => ({
      ...{ slot_id: null, seat: null, booked_at: null, outcome: '', updated_at: version },
      ...{ freed_slot_id: set.ref('slot_id'), freed_seat: set.ref('seat') },
      sequence: byId(freed.map(({ id, sequence }) => [id, sequence])),
      freed_email_id: byId(told.map(({ id }, index) => [id, emailIds[index] as number])),
    }))
    .where(
      'id',
      'in',
      freed.map(({ id }) => id),
    )
    .execute()
  await recordInterviews(transaction, by, version, freed)
  const edit = { version, by: by.name, fields: ['time'] }
  await recordEdits(
    transaction,
    'interviews',
    freed.map(({ id }) => ({ ...edit, id })),
  )
  return [...refused.values()].map(
    ({ message }) => `${message} Please call them: their interview is cancelled.`,
  )
}

/** The number of each row, by its id; null for others. */
const byId = (values: readonly (readonly [number, number])[]) =>
  values.length === 0
    ? sql<number>`null`
    : sql<number>`case id ${sql.join(
        values.map(([id, value]) => sql`when ${sql.lit(id)} then ${sql.lit(value)}`),
        sql` `,
      )} end`

/** The interviews of these applications that are booked in a slot to come, with the cohort of that slot. */
const findHeld = (transaction: Transaction<Tables>, ids: readonly number[], now: string) =>
  transaction
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .innerJoin('interview_slots as slot', 'slot.id', 'interviews.slot_id')
    .innerJoin('cohorts', 'cohorts.id', 'slot.cohort_id')
    .select(['interviews.id', 'interviews.sequence', 'slot.cohort_id'])
    .select(['cohorts.name as cohort_name', 'applications.waiting_since'])
    .where('interviews.id', 'in', ids)
    .where('slot.starts_at', '>', now)
    .orderBy('interviews.id')
    .execute()

async function findInterviewsById(
  transaction: Transaction<Tables>,
  rows: readonly { id: number }[],
) {
  const ids = rows.map(({ id }) => id)
  return new Map((await findInterviews(transaction, ids)).map((one) => [one.id, one]))
}

/**
 * Gives applicants who come back the seats that were freed with the decision, or others of the same slots. Whoever was
 * told of the decision gets an email; an email that is still unsent is taken back. The cohorts are locked.
 * @returns who has no time any more, and why
 */
export async function restoreSeats(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const freed = await findFreed(transaction, ids)
  if (freed.length === 0) return []
  const now = context.now()
  const { email: organizer } = (await context.readSettings(transaction)).contact
  const by = requireViewer(context)
  const interviews = await findInterviewsById(transaction, freed)
  const notices: string[] = []
  for (const { id, freed_seat, freed_email_id, ...row } of freed) {
    const interview = interviews.get(id)
    if (!interview) continue
    const slot = row.slot_id === null ? null : { ...row, id: row.slot_id }
    const seat = slot && (await findFreeSeat(transaction, slot.id, freed_seat))
    const isTold =
      freed_email_id !== null &&
      (seat === null || (await dropUnsentEmails(transaction, [freed_email_id])).length === 0)
    if (!slot || seat === null || (isTold && slot.starts_at <= now.toISOString())) {
      const why = !slot ? 'was cancelled' : seat === null ? 'has been taken' : 'is over'
      const text = `${slot ? timeText(slot) : 'The time of the interview'} ${why}.`
      await forgetSeat(transaction, context, interview, text)
      notices.push(`${fullName(interview)} has no time for an interview any more. ${text}`)
      continue
    }
    const to = { ...slot, seat }
    const { version, sequence } = await writeTime(transaction, context, { interview, to, by })
    if (!isTold) continue
    const changed = { ...interview, updated_at: version }
    const email = { interview: changed, time: slot, sequence, organizer, kind: 'booked' as const }
    const refused = (await consumeStaffLimit(transaction, [interview], now)).get(id)
    if (refused) notices.push(`${refused.message} Please call them: their interview takes place.`)
    else await putInOutbox(transaction, bookedEmail(context, email), version)
  }
  return notices
}

/** Those that were freed in the cohort where the application is, or whose slot was cancelled since. */
const findFreed = (transaction: Transaction<Tables>, ids: readonly number[]) =>
  transaction
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .leftJoin('interview_slots as slot', 'slot.id', 'interviews.freed_slot_id')
    .select(['interviews.id', 'freed_seat', 'freed_email_id', 'slot.id as slot_id'])
    .select(['slot.starts_at', 'slot.ends_at', 'slot.place', 'slot.link'])
    .$narrowType<{ starts_at: string; ends_at: string; place: string; link: string }>()
    .where('interviews.id', 'in', ids)
    .where('freed_seat', 'is not', null)
    .where('applications.status', 'not in', ['REJECTED', 'WITHDRAWN'])
    .where((where) =>
      where.or([
        where('slot.id', 'is', null),
        where('slot.cohort_id', '=', where.ref('applications.cohort_id')),
      ]),
    )
    .orderBy('interviews.id')
    .execute()

async function forgetSeat(
  transaction: Transaction<Tables>,
  context: RequestContext,
  interview: Interview,
  notes: string,
) {
  const version = nextVersion(interview.updated_at, context.now())
  await transaction
    .updateTable('interviews')
    .set({ freed_slot_id: null, freed_seat: null, freed_email_id: null, updated_at: version })
    .where('id', '=', interview.id)
    .execute()
  const none = timeText(null)
  await recordInterviews(transaction, requireViewer(context), version, [
    { ...interview, from: none, to: none, notes },
  ])
}
