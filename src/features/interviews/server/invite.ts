import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import { findEditsOf } from '#database/edits.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, movedMeanwhile, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { consumeStaffLimit } from '#platform/mail/email-limits.ts'
import { dropUnsentEmails, putAllInOutbox } from '#platform/mail/outbox.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { runBatchOfEdits } from '#platform/rows/edit-many.ts'
import { staleEdit } from '#platform/rows/stale-edits.ts'
import type { AuditPart, BatchPart } from '#platform/rows/stream-batch.ts'
import { fullName } from '#shared/full-name.ts'
import { recruiters } from '#shared/roles.ts'
import { lockCohorts, recordInterviews, timeText } from './history.ts'
import { invitationEmail } from './interview-email.ts'
import { findInterviews } from './interview-rows.ts'

const texts = { none: 'Not invited', invited: 'Invited' } as const

/**
 * The applications that are to be interviewed, with their cohorts locked; with the error of those that came to another
 * cohort while the lock was waited for.
 */
export async function lockApplicants(transaction: Transaction<Tables>, ids: readonly number[]) {
  const find = () =>
    transaction
      .selectFrom('applications')
      .innerJoin('cohorts', 'cohorts.id', 'applications.cohort_id')
      .select(['applications.id', 'first_name', 'last_name', 'email', 'applications.status'])
      .select('waiting_since')
      .select(['cohorts.id as cohort', 'cohorts.name as cohort_name'])
      .where('applications.id', 'in', ids)
      .execute()
  const before = await find()
  await lockCohorts(
    transaction,
    before.map(({ cohort }) => cohort),
  )
  const locked = new Set(before.map(({ cohort }) => cohort))
  const rows = await find()
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, problem: locked.has(row.cohort) ? undefined : movedMeanwhile() },
    ]),
  )
}

/**
 * Invites applicants in one transaction, as a batch that can be undone.
 * @throws 404 when there is no such batch to go on with
 */
export function invite(
  context: RequestContext,
  ids: readonly number[],
  batch: number | null,
  audit: AuditPart,
) {
  return runBatchOfEdits(context, {
    target: 'invitation',
    to: 'invited',
    batch,
    audit,
    run: (transaction) => inviteWithin(transaction, context, [...new Set(ids)]),
  })
}

/** Inserts the rows, and writes the histories and the emails. */
async function inviteWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  ids: readonly number[],
) {
  const by = requireViewer(context)
  const at = context.now().toISOString()
  const applicants = await lockApplicants(transaction, ids)
  const invited = new Set((await findInterviews(transaction, ids)).map(({ id }) => id))
  const failed: BatchPart['failed'] = []
  const allowed = ids.flatMap((id) => {
    const applicant = applicants.get(id)
    const problem = problemOf(applicant, invited)
    if (problem) failed.push({ id, error: problem })
    return problem || !applicant ? [] : [applicant]
  })
  const refused = await consumeStaffLimit(transaction, allowed, context.now())
  for (const [id, error] of refused) failed.push({ id, error })
  const chosen = allowed.filter(({ id }) => !refused.has(id))
  if (chosen.length > 0) {
    await insertInterviews(transaction, context, chosen, by.name)
    const entries = chosen.map((one) => ({ ...one, from: texts.none, to: texts.invited }))
    await recordInterviews(transaction, by, at, entries)
  }
  const succeeded = chosen.map(({ id }) => id)
  const changes = succeeded.map((id): BatchChange => ({ id, from: 'none', version: at }))
  return { succeeded, failed, changes }
}

type Applicant =
  Awaited<ReturnType<typeof lockApplicants>> extends Map<number, infer Row> ? Row : never

function problemOf(applicant: Applicant | undefined, invited: Set<number>) {
  if (!applicant) return notFound('This application')
  if (applicant.problem) return applicant.problem
  if (invited.has(applicant.id)) return conflict(`${fullName(applicant)} is invited already.`)
  if (applicant.status !== 'SHORTLISTED') return conflict('Only who is shortlisted is invited.')
  return applicant.waiting_since === null
    ? undefined
    : conflict('Who is on the waiting list is not invited.')
}

async function insertInterviews(
  transaction: Transaction<Tables>,
  context: RequestContext,
  applicants: readonly Applicant[],
  invited_by: string,
) {
  const at = context.now().toISOString()
  const { INTERVIEW } = (await context.readSettings(transaction)).visitors
  const emails = applicants.map((applicant) => invitationEmail(context, applicant, INTERVIEW))
  const emailIds = await putAllInOutbox(transaction, emails, at)
  const rows = applicants.map(({ id }, index) => ({
    ...invitedRow(id, invited_by, at),
    invitation_id: emailIds[index] ?? null,
  }))
  await transaction.insertInto('interviews').values(rows).execute()
}

/** The row of somebody who is invited and has chosen no time. */
export const invitedRow = (id: number, invited_by: string, at: string) => ({
  id,
  slot_id: null,
  seat: null,
  booked_at: null,
  outcome: '',
  note: '',
  sequence: 0,
  freed_slot_id: null,
  freed_seat: null,
  freed_email_id: null,
  invited_at: at,
  invited_by,
  invitation_id: null,
  reminded_at: null,
  reminders: 0,
  updated_at: at,
})

/** How batches of invitations are shown and undone; their rows are applications. */
export const invitationBatches: Omit<BatchRows, 'findNames'> = {
  access: recruiters,
  tags: ['Interview', 'Application', 'Email'],

  async findLabels() {
    return (value) => texts[value as keyof typeof texts] ?? value
  },

  restore: (transaction, context, _to, changes) => withdraw(transaction, context, changes),
}

/**
 * Takes invitations back, unless somebody has noted something or sent a reminder since: that would be lost. An email that
 * is still in the outbox is not sent, or not tried again; otherwise its link says that it is over.
 */
async function withdraw(
  transaction: Transaction<Tables>,
  context: RequestContext,
  changes: readonly BatchChange[],
) {
  const ids = changes.map(({ id }) => id)
  const applicants = await lockApplicants(transaction, ids)
  const edits = await findEditsOf(transaction, 'interviews', changes)
  const found = new Map((await findInterviews(transaction, ids)).map((one) => [one.id, one]))
  const outcome: Omit<BatchPart, 'batch'> = { succeeded: [], failed: [] }
  for (const id of ids) {
    const interview = found.get(id)
    // What became of times is in the history of the application, and stays.
    const lost = edits.get(id)?.filter(({ fields }) => fields.some((field) => field !== 'time'))
    const problem = applicants.get(id)?.problem
    if (!interview) outcome.failed.push({ id, error: notFound('This invitation') })
    else if (problem) outcome.failed.push({ id, error: problem })
    else if (interview.slot) {
      const text = `${fullName(interview)} has chosen ${timeText(interview.slot)}. Cancel that first.`
      outcome.failed.push({ id, error: conflict(text) })
    } else if (lost?.length) outcome.failed.push({ id, error: staleEdit(interview, lost) })
    else outcome.succeeded.push(id)
  }
  if (outcome.succeeded.length === 0) return outcome
  const emails = await transaction
    .selectFrom('interviews')
    .select('invitation_id')
    .where('id', 'in', outcome.succeeded)
    .execute()
  await dropUnsentEmails(
    transaction,
    context,
    emails.flatMap(({ invitation_id }) => invitation_id ?? []),
  )
  await transaction.deleteFrom('interviews').where('id', 'in', outcome.succeeded).execute()
  const entries = outcome.succeeded.flatMap((id) => {
    const interview = found.get(id)
    return interview ? [{ ...interview, from: texts.invited, to: texts.none }] : []
  })
  const now = context.now().toISOString()
  await recordInterviews(transaction, requireViewer(context), now, entries)
  return outcome
}
