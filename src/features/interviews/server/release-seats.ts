import { sql, type Transaction } from 'kysely'
import { recordEdits } from '#database/edits.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { consumeStaffLimit } from '#platform/mail/email-limits.ts'
import { decisionHoldMs, putAllInOutbox } from '#platform/mail/outbox.ts'
import { sequenceAt } from '#shared/calendar.ts'
import { canChooseTime } from '../validation.ts'
import { type Actor, recordInterviews, timeText } from './history.ts'
import { cancelledEmail, withholdInvitations, withholdOlder } from './interview-email.ts'
import { findInterviews } from './interview-rows.ts'

/**
 * Releases the seats that applicants have in slots to come, when their applications are closed, moved or deleted. They
 * get an email, which waits until the decision is unlikely to be undone. Unsent emails from before are withheld, also
 * those to applicants who have no time yet. The cohorts are locked.
 * @param ids of the applications, with their new status and cohort
 * @returns what the user is to know
 */
export async function releaseSeats(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  await withholdInvitations(transaction, await findWithoutTime(transaction, ids))
  const now = context.now()
  const booked = await findBooked(transaction, ids, now.toISOString())
  if (booked.length === 0) return []
  const { contact, visitors } = await context.readSettings(transaction)
  const by = requireViewer(context)
  const interviews = await findInterviewsById(transaction, booked)
  const refused = await consumeStaffLimit(transaction, [...interviews.values()], now)
  const version = nextVersionOfAll([...interviews.values()], now)
  const freed = booked.flatMap(({ id, cohort_id, cohort_name, waiting_since, ...row }) => {
    const interview = interviews.get(id)
    if (!interview?.slot) return []
    const { slot: time, status, cohort } = interview
    const sequence = Math.max(row.sequence + 1, sequenceAt(version))
    const email = cancelledEmail(context, {
      interview: { ...interview, cohort_name, updated_at: version },
      time,
      sequence,
      organizer: contact.email,
      message: '',
      template: visitors.INTERVIEW_CANCELLED,
      canChoose: canChooseTime({ status, waiting_since }) && cohort !== cohort_id,
    })
    return [{ ...interview, sequence, email, from: timeText(time), to: timeText(null) }]
  })
  const told = freed.filter(({ id }) => !refused.has(id))
  const emails = told.map(({ email }) => email)
  const due = new Date(now.getTime() + decisionHoldMs).toISOString()
  await withholdOlder(transaction, [...interviews.values()])
  const emailIds = await putAllInOutbox(transaction, emails, version, due)
  await transaction
    .updateTable('interviews')
    .set((set) => ({
      slot_id: null,
      seat: null,
      booked_at: null,
      outcome: '',
      updated_at: version,
      freed_slot_id: set.ref('slot_id'),
      freed_seat: set.ref('seat'),
      sequence: caseById(freed.map(({ id, sequence }) => [id, sequence])),
      freed_email_id: caseById(told.map(({ id }, index) => [id, emailIds[index] as number])),
    }))
    .where(
      'id',
      'in',
      freed.map(({ id }) => id),
    )
    .execute()
  await recordTimes(transaction, by, version, freed)
  return [...refused.values()].map(
    ({ message }) => `${message} Please call them: their interview is cancelled.`,
  )
}

/** Writes new times into the histories, and as edits. */
export async function recordTimes(
  transaction: Transaction<Tables>,
  by: NonNullable<Actor>,
  version: string,
  changed: Parameters<typeof recordInterviews>[3],
) {
  await recordInterviews(transaction, by, version, changed)
  const edit = { version, by, fields: ['time'] }
  await recordEdits(
    transaction,
    'interviews',
    changed.map(({ id }) => ({ ...edit, id })),
  )
}

/** The number of each row, by its id; null for others. */
export const caseById = (values: readonly (readonly [number, number])[]) =>
  values.length === 0
    ? sql<number>`null`
    : sql<number>`case id ${sql.join(
        values.map(([id, value]) => sql`when ${sql.lit(id)} then ${sql.lit(value)}`),
        sql` `,
      )} end`

/** Whoever of these applicants is invited and has no time. */
const findWithoutTime = (transaction: Transaction<Tables>, ids: readonly number[]) =>
  transaction
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.id')
    .select(['interviews.id', 'applications.email'])
    .where('interviews.id', 'in', ids)
    .where('interviews.slot_id', 'is', null)
    .execute()

/** The interviews of these applications that are booked in a slot to come, with the cohort of that slot. */
const findBooked = (transaction: Transaction<Tables>, ids: readonly number[], now: string) =>
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

export async function findInterviewsById(
  transaction: Transaction<Tables>,
  rows: readonly { id: number }[],
) {
  const ids = rows.map(({ id }) => id)
  return new Map((await findInterviews(transaction, ids)).map((one) => [one.id, one]))
}
