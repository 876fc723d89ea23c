import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { dayMs } from '#shared/durations.ts'
import { suppressionLabels } from '#shared/suppression.ts'
import type { Services } from '../http/context.ts'
import { emailKeyOf } from '../text/email-key.ts'
import { findSuppressions } from './suppressions.ts'

/** Why an email in the outbox is not sent, also in words. */
export type Withheld = {
  withheld: 'UNSUBSCRIBED' | 'OUTDATED' | 'STOPPED' | 'SUPPRESSED'
  last_error: string
}

const left: Withheld = {
  withheld: 'UNSUBSCRIBED',
  last_error: 'Not sent: they want no more emails of this list.',
}

const outdated: Withheld = {
  withheld: 'OUTDATED',
  last_error: 'Not sent: what it says no longer holds, or a newer email says it.',
}

const stopped: Withheld = {
  withheld: 'STOPPED',
  last_error: 'Not sent: the sending of this issue was stopped.',
}

/** Those are not sent even if staff try again. */
const forGood = [left, outdated, stopped]
export const withheldForGood = forGood.map(({ withheld }) => withheld)

type Claimed = { recipient: string; withheld: string; is_requested: number }

/** What keeps a due email from being sent; null if nothing does. */
export async function findWithheld(
  database: Database,
  { recipient, withheld, is_requested }: Claimed,
): Promise<Withheld | null> {
  const kept = forGood.find((one) => one.withheld === withheld)
  if (kept) return kept
  if (is_requested === 2) return null
  const [suppression] = (await findSuppressions(database, [recipient])).values()
  if (!suppression || (is_requested === 1 && suppression.reason !== 'COMPLAINT')) return null
  const last_error = `Not sent: ${suppressionLabels[suppression.reason]}.`
  return { withheld: 'SUPPRESSED', last_error }
}

/**
 * Withholds the unsent emails of a mailing list to an address, in the transaction that ends its subscription.
 * @param listKey empty for the newsletter
 */
export const withholdList = (transaction: Transaction<Tables>, recipient: string, listKey = '') =>
  withholdUnsent(transaction, {
    why: left,
    recipients: [recipient],
    listKeys: [listKey],
    isSubscribed: true,
  })

/**
 * Withholds the unsent emails about some things to these addresses, in the transaction that writes newer ones about
 * them, or makes untrue what they say: one that is tried again would otherwise arrive after that.
 * @param options `keepsCalendars`: whether those with a file for the calendar are sent all the same
 */
export const withholdOutdated = (
  transaction: Transaction<Tables>,
  recipients: readonly string[],
  listKeys: readonly string[],
  { keepsCalendars = false }: { keepsCalendars?: boolean } = {},
) =>
  withholdUnsent(transaction, {
    why: outdated,
    recipients,
    listKeys,
    isSubscribed: false,
    keepsCalendars,
  })

/** How long emails are kept once they are sent. */
export const sentRetentionMs = 30 * dayMs

/**
 * Finds the things whose latest email to these addresses was withheld as outdated before it was sent. Emails older than
 * `sentRetentionMs` don't count: a newer one may be forgotten already.
 * @param except emails that don't count, by their ids
 * @returns those of the list keys
 */
export async function findWithheldLast(
  { database, now }: Pick<Services, 'database' | 'now'>,
  recipients: readonly string[],
  listKeys: readonly string[],
  except: readonly number[] = [],
): Promise<Set<string>> {
  if (recipients.length === 0) return new Set()
  const since = new Date(now().getTime() - sentRetentionMs).toISOString()
  const emails = await database
    .selectFrom('outbox')
    .select(['list_key', 'sent_at', 'withheld'])
    .where('recipient_key', 'in', recipients.map(emailKeyOf))
    .where('list_key', 'in', listKeys)
    .where('created_at', '>', since)
    .where('id', 'not in', [0, ...except])
    .orderBy('id')
    .execute()
  const latest = new Map(emails.map((email) => [email.list_key, email]))
  const isUntold = ({ sent_at, withheld }: (typeof emails)[number]) =>
    sent_at === null && withheld === outdated.withheld
  return new Set([...latest].flatMap(([key, email]) => (isUntold(email) ? key : [])))
}

/**
 * Withholds the emails of an issue of the newsletter that are on their way or were given up, in the transaction that
 * stops the issue and takes back those that wait: none is tried again.
 */
export const withholdStopped = (transaction: Transaction<Tables>, issueId: number) =>
  transaction
    .updateTable('outbox')
    .set(withholding(stopped))
    .where('issue_id', '=', issueId)
    .where('sent_at', 'is', null)
    .where('withheld', 'not in', withheldForGood)
    .where((where) => where.or([where('claim', 'is not', null), where('next_try_at', 'is', null)]))
    .execute()

/** Keeps emails that are taken back on their way from being tried again. They are locked. */
export async function withholdOnTheirWay(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return
  await transaction
    .updateTable('outbox')
    .set(withholding(outdated))
    .where('id', 'in', ids)
    .where('withheld', 'not in', withheldForGood)
    .execute()
}

/** What is set in an email. The process that claimed it releases it, or its lease ends. */
const withholding = (why: Withheld) => ({
  ...why,
  next_try_at: sql<string | null>`case when claim is null then null else next_try_at end`,
})

type Unsent = {
  why: Withheld
  recipients: readonly string[]
  listKeys: readonly string[]
  /** Those of a mailing list, which have a link to leave it; otherwise only others. */
  isSubscribed: boolean
  keepsCalendars?: boolean
}

/** One that is on its way to the mail server can't be called back, but is not tried again. */
async function withholdUnsent(
  transaction: Transaction<Tables>,
  { why, recipients, listKeys, isSubscribed, keepsCalendars = false }: Unsent,
) {
  if (recipients.length === 0) return
  const keys = new Set(recipients.map(emailKeyOf))
  const found = await transaction
    .selectFrom('outbox')
    .select(['id', 'recipient'])
    // Those of a process of the version before have none.
    .where('recipient_key', 'in', [...keys, ''])
    .where('unsubscribe_link', isSubscribed ? '<>' : '=', '')
    .where('list_key', 'in', listKeys)
    .$if(keepsCalendars, (query) => query.where('calendar', '=', ''))
    .where('sent_at', 'is', null)
    .where('withheld', 'not in', withheldForGood)
    .orderBy('id')
    .forUpdate()
    .execute()
  const unsent = found.filter(({ recipient }) => keys.has(emailKeyOf(recipient)))
  if (unsent.length === 0) return
  await transaction
    .updateTable('outbox')
    .set(withholding(why))
    .where(
      'id',
      'in',
      unsent.map(({ id }) => id),
    )
    .execute()
}
