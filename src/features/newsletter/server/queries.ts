import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains } from '#database/search.ts'
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import type { Subscriber, subscriberOrders, subscriberStatuses } from '../contract.ts'

const columns = ['id', 'email', 'unsubscribed_at', 'created_at', 'updated_at'] as const

export type SubscriberFilters = {
  status?: (typeof subscriberStatuses)[number] | undefined
  search?: string | undefined
  ordering?: (typeof subscriberOrders)[number] | undefined
}

/** A page of the staff's list, by default the newest first. */
export async function findSubscribers(
  database: Database,
  filters: SubscriberFilters,
  page: PageQuery,
) {
  let query = database.selectFrom('subscribers')
  if (filters.status) {
    query = query.where('unsubscribed_at', filters.status === 'ACTIVE' ? 'is' : 'is not', null)
  }
  if (filters.search) query = query.where(contains('email_key', filters.search))
  const ordering = filters.ordering ?? '-created_at'
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const column = ordering.endsWith('email') ? 'email_key' : 'created_at'
  const ordered = query.select(columns).orderBy(column, direction).orderBy('id', direction)
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toSubscriber) }
}

const toSubscriber = (row: Omit<Subscriber, 'status'>): Subscriber => ({
  ...row,
  status: row.unsubscribed_at ? 'UNSUBSCRIBED' : 'ACTIVE',
})

export async function findSubscriber(
  database: Database,
  key: { id: number } | { email: string },
): Promise<Subscriber | null> {
  const query = database.selectFrom('subscribers').select(columns)
  const row = await ('id' in key
    ? query.where('id', '=', key.id)
    : query.where('email_key', '=', emailKeyOf(key.email))
  ).executeTakeFirst()
  return row ? toSubscriber(row) : null
}

/**
 * Stores a subscriber once. A subscription that has ended stays ended.
 * @returns the id, or null if the e-mail is known already
 */
export async function subscribe(database: Database, email: string, now: string) {
  const row = await database
    .insertInto('subscribers')
    .values({
      email,
      email_key: emailKeyOf(email),
      unsubscribed_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Reactivates an ended subscription. A deleted one stays deleted. */
export async function resubscribe(database: Database, id: number, now: string) {
  const { numUpdatedRows } = await database
    .updateTable('subscribers')
    .set({ unsubscribed_at: null, updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @throws a unique violation when another subscriber has the e-mail */
export async function updateSubscriber(database: Database, after: Subscriber, version: string) {
  const { id, email, status, unsubscribed_at } = after
  await database
    .updateTable('subscribers')
    .set({
      email,
      email_key: emailKeyOf(email),
      unsubscribed_at: status === 'UNSUBSCRIBED' ? (unsubscribed_at ?? version) : null,
      updated_at: version,
    })
    .where('id', '=', id)
    .execute()
}

/** Ends a subscription. Does nothing if it has ended or was deleted. */
export async function unsubscribe(database: Database, id: number, now: string) {
  await database
    .updateTable('subscribers')
    .set({ unsubscribed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

/** @returns whether the subscriber existed */
export async function deleteSubscriber(database: Database, id: number) {
  const { numDeletedRows } = await database
    .deleteFrom('subscribers')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
