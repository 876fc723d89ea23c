import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { deleteInParts } from '#database/delete-in-parts.ts'
import { lockRows } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { prepareInsert } from '#database/prepared.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { Services } from '../http/context.ts'
import { emailKeyOf } from '../text/email-key.ts'
import type { Email } from './email-message.ts'
import { emailText } from './email-parts.ts'
import { sentRetentionMs, withheldForGood, withholdOnTheirWay } from './withhold.ts'

/** How long an email about a decision waits, since the decision may be undone. */
export const decisionHoldMs = 15 * minuteMs
const unsentRetentionMs = 90 * dayMs

/**
 * Adds an email to the outbox. Call it in the transaction that causes the email: both are stored, or neither.
 * @returns its id
 */
export async function putInOutbox(database: Database, email: Email, now: string): Promise<number> {
  return insertEmail(database, rowOf(email, now, now))
}

const insertEmail = prepareInsert('outbox')

/**
 * Adds an email, or takes as long and adds none: the time must tell no stranger whether they know its recipient's
 * address.
 */
export async function putInOutboxIf(
  database: Database,
  isSent: boolean,
  email: Email,
  now: string,
) {
  const id = await putInOutbox(database, email, now)
  await database
    .deleteFrom('outbox')
    .where('id', '=', isSent ? 0 : id)
    .execute()
}

/** What the outbox is searched in. */
export const searchedIn = ({ recipient, subject }: Pick<Email, 'recipient' | 'subject'>) =>
  searchable(`${recipient} ${subject}`)

const rowOf = ({ parts, isRequested, isPersonal, ...email }: Email, now: string, due: string) => ({
  ...email,
  body: emailText(parts),
  parts: JSON.stringify(parts),
  recipient_key: emailKeyOf(email.recipient),
  search_text: searchedIn(email),
  is_requested: isRequested === 'ACCOUNT' ? 2 : isRequested ? 1 : 0,
  is_personal: isPersonal ? 1 : 0,
  next_try_at: due,
  last_error: '',
  sent_at: null,
  created_at: now,
})

/**
 * The same for some hundreds of emails; more would hold up others.
 * @param due when they are sent, if later
 * @returns their ids
 */
export async function putAllInOutbox(
  database: Database,
  emails: readonly Email[],
  now: string,
  due = now,
) {
  if (emails.length === 0) return []
  const rows = await database
    .insertInto('outbox')
    .values(emails.map((email) => rowOf(email, now, due)))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Keeps emails that are unsent from being sent until the transaction ends. @returns their ids */
export async function holdUnsentEmails(
  transaction: Transaction<Tables>,
  services: Pick<Services, 'now'>,
  ids: readonly number[],
): Promise<Set<number>> {
  const { waiting } = await lockUnsent(transaction, services, ids)
  return new Set(waiting)
}

/**
 * Takes emails back. One that is on its way to the mail server can't be called back, but is not tried again.
 * @param stillTrue the ids of those that are tried again all the same, should they be on their way
 * @returns the ids of those that were neither sent nor on their way
 */
export async function dropUnsentEmails(
  transaction: Transaction<Tables>,
  services: Pick<Services, 'now'>,
  ids: readonly number[],
  stillTrue: ReadonlySet<number> = new Set(),
): Promise<number[]> {
  const { waiting, onTheirWay } = await lockUnsent(transaction, services, ids)
  if (waiting.length > 0) {
    await transaction.deleteFrom('outbox').where('id', 'in', waiting).execute()
  }
  const untrue = onTheirWay.filter((id) => !stillTrue.has(id))
  await withholdOnTheirWay(transaction, untrue)
  return waiting
}

/** Locks emails that are unsent, and tells those that a process is sending from the others, by their ids. */
async function lockUnsent(
  transaction: Transaction<Tables>,
  { now }: Pick<Services, 'now'>,
  ids: readonly number[],
) {
  if (ids.length === 0) return { waiting: [], onTheirWay: [] }
  const unsent = await transaction
    .selectFrom('outbox')
    .select(['id', 'claim', 'next_try_at'])
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const at = now().toISOString()
  // Where the lease of a claim is over, its process has died.
  const isOnItsWay = ({ claim, next_try_at }: (typeof unsent)[number]) =>
    claim !== null && next_try_at !== null && next_try_at > at
  return {
    waiting: unsent.filter((one) => !isOnItsWay(one)).map(({ id }) => id),
    onTheirWay: unsent.filter(isOnItsWay).map(({ id }) => id),
  }
}

/** Makes an email due at once, unless it was sent or a process is sending it now. @returns whether it became due */
export async function retryEmail(services: Pick<Services, 'database' | 'now'>, id: number) {
  const at = services.now().toISOString()
  const { numUpdatedRows } = await dueAt(services.database, at)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('withheld', 'not in', withheldForGood)
    .where((where) => where.or([where('claim', 'is', null), where('next_try_at', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes due at once all emails that were given up. @returns how many */
export async function retryFailedEmails({ database, now }: Pick<Services, 'database' | 'now'>) {
  const { numUpdatedRows } = await dueAt(database, now().toISOString())
    .where('id', 'in', (failed) =>
      failed
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('next_try_at', 'is', null)
        .where('withheld', '=', '')
        // In the order of those who withhold emails, to avoid a deadlock.
        .orderBy('id')
        .forUpdate(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The emails to be retried get all their attempts again. */
const dueAt = (database: Database, at: string) =>
  database.updateTable('outbox').set({ next_try_at: at, attempts: 0, claim: null, withheld: '' })

/**
 * How many emails could be sent by now, and since when the first of them waits. Neither those that are held count, nor
 * those that a recipient's server has put off.
 */
export async function findWaitingEmails({ database, now }: Pick<Services, 'database' | 'now'>) {
  const { count, oldest_at } = await database
    .selectFrom('outbox')
    .select((select) => {
      const since = select
        .case()
        .when('attempts', '=', 0)
        .then(select.ref('created_at'))
        .else(select.ref('next_try_at'))
        .end()
      return [
        select.fn.countAll<number>().as('count'),
        select.fn.min<string | null>(since).as('oldest_at'),
      ]
    })
    .where('next_try_at', 'is not', null)
    .where((where) =>
      where.or([
        where('next_try_at', '<=', now().toISOString()),
        // It is being tried for the first time.
        where.and([where('claim', 'is not', null), where('attempts', '=', 0)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { count, oldest_at }
}

/**
 * Deletes emails that were sent a month ago, and those still unsent after three: they hold personal data that is no
 * longer needed.
 */
export async function removeOldEmails({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = (retentionMs: number) => new Date(now().getTime() - retentionMs).toISOString()
  await deleteInParts(database, 'outbox', sql`id`, sql`sent_at <= ${before(sentRetentionMs)}`)
  const isUnsent = sql`sent_at is null and created_at <= ${before(unsentRetentionMs)}`
  await removeIssueEmails(database, before(unsentRetentionMs))
  await deleteInParts(database, 'outbox', sql`id`, sql`issue_id is null and ${isUnsent}`)
}

const issuePartSize = 500

/** Deletes the unsent emails of issues, a few in each transaction. */
async function removeIssueEmails(database: Database, before: string) {
  for (;;) {
    const deleted = await database.transaction().execute(async (transaction) => {
      const old = await transaction
        .selectFrom('outbox')
        .select('id')
        .where('issue_id', 'is not', null)
        .where('sent_at', 'is', null)
        .where('created_at', '<=', before)
        .orderBy('id')
        .limit(issuePartSize)
        .execute()
      return deleteUnsent(
        transaction,
        old.map(({ id }) => id),
      )
    })
    if (deleted < issuePartSize) return
    await setImmediate()
  }
}

/**
 * Deletes those of these emails that are unsent, and takes their number from what their issues have written: what is
 * written and no longer in the outbox counts as sent.
 * @returns how many were deleted
 */
export async function deleteUnsent(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return 0
  // Issues before their emails, as whoever stops an issue locks them.
  const issues = await transaction
    .selectFrom('newsletter_issues')
    .select('id')
    .where('id', 'in', (of) =>
      of
        .selectFrom('outbox')
        .select(({ ref }) => ref('issue_id').$notNull().as('issue_id'))
        .where('id', 'in', ids)
        .where('issue_id', 'is not', null),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await lockRows(transaction, 'outbox', ids)
  const deleted = await transaction
    .deleteFrom('outbox')
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .returning('issue_id')
    .execute()
  for (const { id } of issues) {
    const own = deleted.filter(({ issue_id }) => issue_id === id).length
    if (own === 0) continue
    await transaction
      .updateTable('newsletter_issues')
      .set((issue) => ({ written: issue('written', '-', own) }))
      .where('id', '=', id)
      .execute()
  }
  return deleted.length
}
