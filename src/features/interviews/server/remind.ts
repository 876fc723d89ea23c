import { recordEdits } from '#database/edits.ts'
import { nextVersion } from '#database/row-version.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { consumeStaffLimit } from '#platform/mail/email-limits.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import type { AuditPart, BatchPart } from '#platform/rows/stream-batch.ts'
import { hourMs } from '#shared/durations.ts'
import type { Interview } from '../contract.ts'
import { bookingHours, reminderPauseHours, remindersMax } from '../validation.ts'
import { invitationEmail, withholdInvitations } from './interview-email.ts'
import { findInterviews } from './interview-rows.ts'
import { lockApplicants } from './invite.ts'
import { freeSlots } from './slots.ts'

export const hoursFrom = (now: Date, hours: number) =>
  new Date(now.getTime() + hours * hourMs).toISOString()

/** Reminds invited applicants who have chosen no time, as far as they may be. That can't be undone. */
export function remind(
  context: RequestContext,
  given: readonly number[],
  audit: AuditPart,
): Promise<BatchPart> {
  const ids = [...new Set(given)]
  return context.database.transaction().execute(async (transaction) => {
    const applicants = await lockApplicants(transaction, ids)
    const found = new Map((await findInterviews(transaction, ids)).map((one) => [one.id, one]))
    const now = context.now()
    const free = await freeSlots(transaction, hoursFrom(now, bookingHours))
      .select('cohort_id')
      .distinct()
      .execute()
    const open = new Set(free.map(({ cohort_id }) => cohort_id))
    const failed: BatchPart['failed'] = []
    const allowed = ids.flatMap((id) => {
      const interview = found.get(id)
      const problem = interview
        ? (applicants.get(id)?.problem ?? problemOf(interview, open, now))
        : notFound('This invitation')
      if (problem) failed.push({ id, error: problem })
      return problem || !interview ? [] : [interview]
    })
    const refused = await consumeStaffLimit(transaction, allowed, now)
    for (const [id, error] of refused) failed.push({ id, error })
    const reminded = allowed.filter(({ id }) => !refused.has(id))
    for (const { id, reminders, updated_at } of reminded) {
      const version = nextVersion(updated_at, now)
      await transaction
        .updateTable('interviews')
        .set({
          reminders: reminders + 1,
          reminded_at: now.toISOString(),
          updated_at: version,
        })
        .where('id', '=', id)
        .execute()
      const edit = { id, version, by: requireViewer(context), fields: ['reminder'] }
      await recordEdits(transaction, 'interviews', [edit])
    }
    const { INTERVIEW_REMINDER } = (await context.readSettings(transaction)).visitors
    const emails = reminded.map((one) => invitationEmail(context, one, INTERVIEW_REMINDER))
    await withholdInvitations(transaction, reminded)
    await putAllInOutbox(transaction, emails, now.toISOString())
    const succeeded = reminded.map(({ id }) => id)
    await audit(transaction, { succeeded, failed })
    return { succeeded, failed, batch: null }
  })
}

/** @param open the cohorts that have a free time */
function problemOf(interview: Interview, open: Set<number>, now: Date) {
  if (interview.slot) return conflict('This applicant has chosen a time already.')
  if (interview.status !== 'SHORTLISTED') return conflict('This applicant is not shortlisted.')
  if (interview.waiting_since !== null) return conflict('This applicant is on the waiting list.')
  if (!open.has(interview.cohort)) return conflict('There is no free time to choose.')
  if (interview.reminders >= remindersMax) {
    return conflict(`This applicant was reminded ${remindersMax} times. Please call them.`)
  }
  const last = interview.reminded_at ?? interview.invited_at
  return last > hoursFrom(now, -reminderPauseHours)
    ? conflict(`This applicant was written to within ${reminderPauseHours} hours.`)
    : undefined
}
