import type { Database } from '#database/open.ts'
import { findPage } from '#database/page.ts'
import { contains } from '#database/search.ts'
import type { Subscriber, subscriberOrders, subscriberStatuses } from '../contract.ts'

const columns = ['id', 'email', 'unsubscribed_at', 'created_at'] as const

export type SubscriberFilters = {
  status?: (typeof subscriberStatuses)[number] | undefined
  search?: string | undefined
  ordering?: (typeof subscriberOrders)[number] | undefined
}

/** A page of the staff's list, the newest first unless another order is asked for. */
export async function findSubscribers(
  database: Database,
  filters: SubscriberFilters,
  page: { page: number; page_size: number },
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
  const results = found.results.map(
    (row): Subscriber => ({ ...row, status: row.unsubscribed_at ? 'UNSUBSCRIBED' : 'ACTIVE' }),
  )
  return { ...found, results }
}

/** Stores a subscriber once, however the address is written; one who had left is back. @returns the id */
export async function subscribe(database: Database, email: string, now: string) {
  const { id } = await database
    .insertInto('subscribers')
    .values({ email, email_key: email.toLowerCase(), unsubscribed_at: null, created_at: now })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ unsubscribed_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends a subscription; one that has ended or was forgotten stays so. */
export async function unsubscribe(database: Database, id: number, now: string) {
  await database
    .updateTable('subscribers')
    .set({ unsubscribed_at: now })
    .where('id', '=', id)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

/** @returns whether there was such a subscriber */
export async function deleteSubscriber(database: Database, id: number) {
  const { numDeletedRows } = await database
    .deleteFrom('subscribers')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
