import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { consumeStaffLimit } from '#platform/mail/email-limits.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { findUntold, invitationEmail } from './interview-email.ts'
import { findInterviews } from './interview-rows.ts'
import { caseById } from './release-seats.ts'

/**
 * Writes again to applicants who come back, can choose a time, and never got the invitation or reminder: it was withheld
 * when they were decided on. The cohorts are locked.
 * @returns what the user is to know
 */
export async function inviteReturning(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
): Promise<string[]> {
  const waiting = (await findInterviews(transaction, ids)).filter(
    ({ slot, status, waiting_since }) =>
      slot === null && status === 'SHORTLISTED' && waiting_since === null,
  )
  const untold = await findUntold({ ...context, database: transaction }, waiting)
  if (untold.size === 0) return []
  const now = context.now()
  const people = waiting.filter(({ id }) => untold.has(id))
  const refused = await consumeStaffLimit(transaction, people, now)
  const told = people.filter(({ id }) => !refused.has(id))
  const { INTERVIEW, INTERVIEW_REMINDER } = (await context.readSettings(transaction)).visitors
  const emails = told.map((one) =>
    invitationEmail(context, one, one.reminders > 0 ? INTERVIEW_REMINDER : INTERVIEW),
  )
  const emailIds = await putAllInOutbox(transaction, emails, now.toISOString())
  if (told.length > 0) {
    // Whoever takes the invitation back takes back this email.
    const ofEach = told.map(({ id }, index): [number, number] => [id, emailIds[index] as number])
    await transaction
      .updateTable('interviews')
      .set({ invitation_id: caseById(ofEach) })
      .where(
        'id',
        'in',
        told.map(({ id }) => id),
      )
      .execute()
  }
  return [...refused.values()].map(
    ({ message }) => `${message} Please call them: they have no link to choose a time.`,
  )
}
