import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { readOrdering } from '#database/ordering.ts'
import { findPage, inOrderOf, type PageQuery } from '#database/page.ts'
import { contains } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { findSuppressions, liftSuppression } from '#platform/mail/suppressions.ts'
import { withholdList, withholdOutdated } from '#platform/mail/withhold.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import { daysBefore } from '#shared/durations.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { Subscriber } from '../contract.ts'
import { confirmDays, type SubscriberStatus, type subscriberOrders } from '../validation.ts'
import { confirmListKey } from './newsletter-emails.ts'

const columns = [
  'id',
  'email',
  'asked_at',
  'confirmed_at',
  'unsubscribed_at',
  'consent_place',
  'consent_day',
  'consent_by',
  'consent_version',
  'created_at',
  'updated_at',
] as const

export type SubscriberFilters = {
  status?: SubscriberStatus
  is_suppressed?: boolean
  search?: string
  created_from?: string
  created_to?: string
  ordering?: (typeof subscriberOrders)[number]
}

/** What keeps emails from a subscriber, within a query of subscribers. */
export const suppressionsOf = (database: Database) =>
  database
    .selectFrom('suppressions')
    .select('suppressions.id')
    .whereRef('suppressions.email_key', '=', sql.ref('subscribers.email_key'))
    .where('suppressions.lifted_at', 'is', null)

function matching(database: Database, filters: SubscriberFilters) {
  const { status, search, created_from: from, created_to: to } = filters
  let query = database.selectFrom('subscribers')
  if (status)
    query = query.where('unsubscribed_at', status === 'UNSUBSCRIBED' ? 'is not' : 'is', null)
  if (status === 'ACTIVE') query = query.where('asked_at', 'is', null)
  if (status === 'UNCONFIRMED') query = query.where('asked_at', 'is not', null)
  if (filters.is_suppressed !== undefined) {
    query = query.where(({ not, exists }) => {
      const isSuppressed = exists(suppressionsOf(database))
      return filters.is_suppressed ? isSuppressed : not(isSuppressed)
    })
  }
  if (search) query = query.where(contains('email_key', search))
  if (from) query = query.where('created_at', '>=', startOfDay(from).toISOString())
  if (to) query = query.where('created_at', '<', endOfDay(to).toISOString())
  return query
}

const orderColumns = { created_at: 'created_at', email: 'email_key' } as const

function inOrder(database: Database, filters: SubscriberFilters) {
  const { name, direction } = readOrdering(filters.ordering ?? '-created_at')
  return matching(database, filters).orderBy(orderColumns[name], direction).orderBy('id', direction)
}

/** A page of the staff's list, by default the newest first. */
export async function findSubscribers(
  database: Database,
  filters: SubscriberFilters,
  page: PageQuery,
) {
  const ordered = inOrder(database, filters).select(columns)
  const found = await findPage(matching(database, filters), ordered, page)
  return { ...found, results: await toSubscribers(database, found.results) }
}

/** The ids of all matching subscribers, in order. */
export async function findSubscriberIds(database: Database, filters: SubscriberFilters) {
  const rows = await inOrder(database, filters).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Some subscribers, in the order of the ids. */
export async function findSubscribersById(database: Database, ids: readonly number[]) {
  const rows = await database
    .selectFrom('subscribers')
    .select(columns)
    .where('id', 'in', ids)
    .execute()
  const subscribers = await toSubscribers(database, rows)
  return inOrderOf(ids, subscribers)
}

async function toSubscribers(
  database: Database,
  rows: readonly Omit<Subscriber, 'status' | 'suppression'>[],
): Promise<Subscriber[]> {
  const suppressions = await findSuppressions(
    database,
    rows.map(({ email }) => email),
  )
  return rows.map((row) => ({
    ...row,
    status: subscriptionStatus(row),
    suppression: suppressions.get(emailKeyOf(row.email)) ?? null,
  }))
}

export const subscriptionStatus = (
  row: Pick<Subscriber, 'unsubscribed_at' | 'asked_at'>,
): SubscriberStatus =>
  row.unsubscribed_at ? 'UNSUBSCRIBED' : row.asked_at ? 'UNCONFIRMED' : 'ACTIVE'

export async function findSubscriber(
  database: Database,
  key: { id: number } | { email: string },
): Promise<Subscriber | null> {
  const query = database.selectFrom('subscribers').select(columns)
  const row = await ('id' in key
    ? query.where('id', '=', key.id)
    : query.where('email_key', '=', emailKeyOf(key.email))
  ).executeTakeFirst()
  if (!row) return null
  const [subscriber] = await toSubscribers(database, [row])
  return subscriber ?? null
}

type Consent = {
  consent_place: string
  consent_day: string | null
  consent_by: string
  consent_version: string
}

/** The consent of somebody who subscribed by the form: they gave it there. */
export const ownConsent: Consent = {
  consent_place: '',
  consent_day: null,
  consent_by: '',
  consent_version: privacyVersion,
}

/** How long after an email another one asks again. */
const askAgainMs = 10 * 60 * 1000

/**
 * Stores each subscriber once, who waits to be confirmed unless the consent has a day. Who waits already is asked
 * again, or has consented now. A subscription that has ended stays ended.
 * @returns those that are new or were asked again, with their ids
 */
export function subscribe(
  database: Database,
  emails: readonly string[],
  consent: Consent,
  now: string,
) {
  const isKnown = consent.consent_day !== null
  const askedUntil = isKnown ? now : new Date(Date.parse(now) - askAgainMs).toISOString()
  const given = { ...consent, asked_at: isKnown ? null : now, updated_at: now }
  const rest = { ...given, unsubscribed_at: null, created_at: now }
  const rows = emails.map((email) => ({ email, email_key: emailKeyOf(email), ...rest }))
  return (
    database
      .insertInto('subscribers')
      // Always in the same order, so that two imports can't wait for each other.
      .values(rows.toSorted((a, b) => (a.email_key < b.email_key ? -1 : 1)))
      .onConflict((conflict) =>
        conflict
          .column('email_key')
          .doUpdateSet(given)
          .where('subscribers.asked_at', '<=', askedUntil)
          .where('subscribers.unsubscribed_at', 'is', null),
      )
      .returning(['id', 'email_key'])
      .execute()
  )
}

/** The status of those emails that are known, by key. */
export async function findStatuses(database: Database, keys: readonly string[]) {
  const rows = await database
    .selectFrom('subscribers')
    .select(['email_key', 'asked_at', 'unsubscribed_at'])
    .where('email_key', 'in', keys)
    .execute()
  return new Map<string, SubscriberStatus>(
    rows.map((row) => [row.email_key, subscriptionStatus(row)]),
  )
}

/** The earliest time of a question that may still be answered. */
export const openSince = (now: Date) => daysBefore(now, confirmDays)

/** Whether somebody's answer is still waited for. */
export const isAwaited = ({ asked_at }: Pick<Subscriber, 'asked_at'>, now: Date) =>
  asked_at !== null && asked_at > openSince(now)

/** Confirms a subscription that waits for it, which also takes emails from then on. @returns whether it did */
export async function confirmSubscriber(
  transaction: Transaction<Tables>,
  { id, email }: Pick<Subscriber, 'id' | 'email'>,
  now: Date,
) {
  const at = now.toISOString()
  const confirmed = await transaction
    .updateTable('subscribers')
    .set({
      asked_at: null,
      confirmed_at: at,
      consent_version: privacyVersion,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('asked_at', '>', openSince(now))
    .where('unsubscribed_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  // They have read our email.
  if (confirmed) await liftSuppression(transaction, confirmed, at)
  return confirmed !== undefined
}

/** @throws a unique violation when another subscriber has the email */
export async function updateSubscriber(
  transaction: Transaction<Tables>,
  after: Subscriber,
  version: string,
  before: Subscriber,
) {
  const { id, email, status, asked_at, unsubscribed_at } = after
  await transaction
    .updateTable('subscribers')
    .set({
      email,
      email_key: emailKeyOf(email),
      asked_at,
      unsubscribed_at: status === 'UNSUBSCRIBED' ? (unsubscribed_at ?? version) : null,
      updated_at: version,
    })
    .where('id', '=', id)
    .execute()
  if (status === 'UNSUBSCRIBED' || email !== before.email) {
    await withholdList(transaction, before.email)
    await withholdOutdated(transaction, [before.email], [confirmListKey])
  }
}
