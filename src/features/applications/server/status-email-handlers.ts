import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { emailHtml } from '#platform/mail/email-html.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { fullName } from '#shared/full-name.ts'
import { type StatusEmailKind, type StatusEmails, statusEmailKinds } from '#shared/status-emails.ts'
import { type CohortEmails, statusEmailsContract } from '../status-emails-contract.ts'
import { lockCohortsOf } from './lock-cohorts.ts'
import {
  type Recipient,
  readCohortEmails,
  selectRecipients,
  statusEmail,
  templatesOf,
} from './status-email.ts'
import { cancelStatusEmails } from './tell-applicants.ts'

const procedures = implementContract(statusEmailsContract)

const previews = 3

export const statusEmailsHandlers = procedures.router({
  sent: procedures.sent.handler(async ({ context }) => {
    const { emails } = await context.readSettings()
    const cohorts = await context.database
      .selectFrom('cohorts')
      .select(['id', 'emails'])
      .where('emails', '!=', '{}')
      .execute()
    return {
      kinds: sentOf(emails),
      cohorts: cohorts.map((one) => ({
        id: one.id,
        kinds: sentOf(templatesOf(emails, one.emails)),
      })),
    }
  }),

  preview: procedures.preview.handler(async ({ input, context }) => {
    const recipients = await findExamples(context.database, input)
    return recipients.map((recipient) => {
      const { subject, parts } = statusEmail(recipient, input)
      const html = emailHtml(subject, parts)
      return { name: fullName(recipient), recipient: recipient.email, subject, html }
    })
  }),

  test: procedures.test.handler(async ({ input, context }) => {
    const { id, name, email } = requireViewer(context)
    const [example] = await findExamples(context.database, input)
    if (!example) throw conflict('There is no applicant yet to write the email to.')
    await context.database.transaction().execute(async (transaction) => {
      const now = context.now()
      const viewer = { id, email, full_name: name }
      await requireStaffLimit(transaction, [viewer], now)
      const test = { ...statusEmail(example, input), recipient: email }
      await putInOutbox(transaction, test, now.toISOString())
    })
    return { recipient: email }
  }),

  ofCohort: procedures.ofCohort.handler(async ({ input: { id }, context }) => {
    const found = await findCohortEmails(context, context.database, id)
    if (!found) throw notFound('This cohort')
    return found
  }),

  saveCohort: procedures.saveCohort.handler(({ input, context }) => {
    const { id, emails, expected_updated_at: expected } = input
    return editRow<CohortEmails, { emails: Partial<StatusEmails> }>(context, 'This cohort', {
      table: 'cohorts',
      id,
      expected,
      changes: { emails },
      find: (transaction) => findCohortEmails(context, transaction, id),
      async write(transaction, _, version) {
        await transaction
          .updateTable('cohorts')
          .set({ emails: JSON.stringify(emails), updated_at: version })
          .where('id', '=', id)
          .execute()
        const details = { emails: Object.keys(emails) }
        const line = { action: 'changed', target: 'emails of cohort', id, details } as const
        await writeAudit(transaction, context, line)
      },
    })
  }),

  leaveOut: procedures.leaveOut.handler(async ({ input: { id }, context }) => {
    const isCancelled = await context.database.transaction().execute(async (transaction) => {
      await lockCohortsOf(transaction, [id])
      const { size } = await cancelStatusEmails(transaction, context, [id], { state: 'LEFT_OUT' })
      const line = { action: 'cancelled', target: 'email to applicant', id } as const
      if (size > 0) await writeAudit(transaction, context, line)
      return size > 0
    })
    // Committed all the same: an email that is on its way is not tried again.
    if (!isCancelled) {
      throw conflict('No email waits for this applicant any more. It may have been sent.')
    }
    return { detail: 'The email is cancelled: the applicant is not written to.' }
  }),
})

const sentOf = (templates: StatusEmails) =>
  statusEmailKinds.filter((kind) => templates[kind].is_sent)

async function findCohortEmails(
  context: RequestContext,
  database: Database,
  id: number,
): Promise<CohortEmails | null> {
  const cohort = await database
    .selectFrom('cohorts')
    .select(['id', 'name', 'updated_at', 'emails'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cohort) return null
  const { emails: settings } = await context.readSettings(database)
  return { ...cohort, emails: readCohortEmails(cohort.emails), settings }
}

/** The latest applicants who got such an email or could; if there are none, the latest of all. */
async function findExamples(
  database: Database,
  { kind, cohort }: { kind: StatusEmailKind; cohort?: number | null },
): Promise<Recipient[]> {
  let query = selectRecipients(database).orderBy('applications.id', 'desc').limit(previews)
  if (cohort) query = query.where('applications.cohort_id', '=', cohort)
  const fitting =
    kind === 'WAITING'
      ? query.where('applications.waiting_since', 'is not', null)
      : kind === 'SPOT' || kind === 'MOVED'
        ? query.where('applications.status', '!=', 'REJECTED')
        : query.where('applications.status', '=', kind)
  const found = await fitting.execute()
  return found.length > 0 ? found : query.execute()
}
