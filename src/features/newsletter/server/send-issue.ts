import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { repeatLogged } from '#platform/background/repeat.ts'
import type { Services } from '#platform/http/context.ts'
import type { EmailPart } from '#platform/mail/email-parts.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { issueEmail } from './issue-email.ts'
import { confirmed } from './issue-queries.ts'

/** The emails in the outbox at once: a pause lets them go, and other emails wait behind them. */
export const issueBatchSize = 100
const checkEveryMs = 5_000

type Writer = Pick<Services, 'database' | 'now' | 'config' | 'secret'>

/** Puts the next emails of each issue that is being sent into the outbox, once the ones before have been tried. */
export async function writeDueIssues(services: Writer) {
  const due = await services.database
    .selectFrom('newsletter_issues')
    .select('id')
    .where('status', '=', 'SENDING')
    .orderBy('id')
    .execute()
  for (const { id } of due) {
    await services.database
      .transaction()
      .execute((transaction) => writeNextBatch(services, transaction, id))
  }
}

/**
 * The mark moves in the transaction that writes the emails, under the lock of the issue: so each subscriber gets one.
 */
async function writeNextBatch(
  { config, secret, now }: Writer,
  transaction: Transaction<Tables>,
  id: number,
) {
  await lockRow(transaction, 'newsletter_issues', id)
  const issue = await transaction
    .selectFrom('newsletter_issues')
    .select(['subject', 'parts', 'status', 'emails_after', 'written'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (issue?.status !== 'SENDING') return
  const untried = await transaction
    .selectFrom('outbox')
    .select('id')
    .where('issue_id', '=', id)
    .where('sent_at', 'is', null)
    .where('attempts', '=', 0)
    .where('next_try_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (untried) return
  const at = now().toISOString()
  const next = await confirmed(transaction)
    .select('id')
    .where('id', '>', issue.emails_after)
    .orderBy('id')
    .limit(issueBatchSize)
    .execute()
  const recipients = await keepConfirmed(
    transaction,
    next.map((row) => row.id),
  )
  const parts = JSON.parse(issue.parts) as EmailPart[]
  const emails = recipients.map((recipient) => ({
    ...issueEmail({ config, secret }, { subject: issue.subject, parts }, recipient),
    issue_id: id,
  }))
  await putAllInOutbox(transaction, emails, at)
  await transaction
    .updateTable('newsletter_issues')
    .set({
      emails_after: recipients.at(-1)?.id ?? issue.emails_after,
      written: issue.written + recipients.length,
      ...(next.length === 0 && { status: 'SENT', ended_at: at }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Keeps subscribers from leaving until the transaction ends, so that whoever leaves then finds the email to withhold.
 * It waits for nobody, since imports lock subscribers in another order.
 * @returns those before the first one who is leaving, or whose row another transaction has
 */
async function keepConfirmed(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const kept = await confirmed(transaction)
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare('subscribers')
    .skipLocked()
    .execute()
  const other = kept.findIndex(({ id }, index) => id !== ids[index])
  return other < 0 ? kept : kept.slice(0, other)
}

/** Starts to send the issues that staff have begun. @returns a function that stops */
export const startIssues = (services: Services) =>
  repeatLogged(
    services.log,
    'issues of the newsletter not sent',
    () => writeDueIssues(services),
    checkEveryMs,
  )
