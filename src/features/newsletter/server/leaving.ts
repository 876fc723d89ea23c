import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { liftSuppression } from '#platform/mail/suppressions.ts'
import { withholdList, withholdOutdated } from '#platform/mail/withhold.ts'
import { findInTrash, purgeFromTrash } from '#platform/trash/in-trash.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { Subscriber } from '../contract.ts'
import { confirmListKey } from './newsletter-emails.ts'

type Link = { id: number; isSentTo(email: string): boolean }

/**
 * Ends a subscription, and withholds the issues that wait for it. One that staff have deleted leaves the trash, or
 * restoring it would take it up again; if they have subscribed again since, that ends, too. Does nothing if it has ended,
 * or is that of another address.
 * @returns whether it was in the trash
 */
export async function unsubscribe(transaction: Transaction<Tables>, link: Link, now: string) {
  if (await endSubscription(transaction, link, now)) return false
  const forgotten = await purgeFromTrash(transaction, trashPlace(link.id), ({ email }) =>
    link.isSentTo(email),
  )
  // It may have been restored while its entry was waited for.
  const left = forgotten ? await findId(transaction, forgotten) : link.id
  if (left !== undefined) await endSubscription(transaction, { ...link, id: left }, now)
  return forgotten !== null
}

/** The subscription that an address has now. */
async function findId(database: Database, { email_key }: { email_key: string }) {
  const query = database.selectFrom('subscribers').select('id')
  return (await query.where('email_key', '=', email_key).executeTakeFirst())?.id
}

/** @returns whether it was there, ended or not */
async function endSubscription(
  transaction: Transaction<Tables>,
  { id, isSentTo }: Link,
  now: string,
) {
  const subscriber = await transaction
    .selectFrom('subscribers')
    .select(['email', 'unsubscribed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!subscriber) return false
  if (subscriber.unsubscribed_at !== null || !isSentTo(subscriber.email)) return true
  await transaction
    .updateTable('subscribers')
    .set({ unsubscribed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await withholdList(transaction, subscriber.email)
  return true
}

const trashPlace = (id: number) => ({ table: 'subscribers', id, kinds: ['subscriber'] }) as const

/** Whether a link is that of a subscription that staff have deleted, and may restore. */
export async function isActiveInTrash(database: Database, { id, isSentTo }: Link) {
  const row = (await findInTrash(database, trashPlace(id)))?.row
  return row?.unsubscribed_at === null && row.asked_at === null && isSentTo(row.email)
}

/** Withholds the issues that wait for a subscriber who is about to be deleted, and the email that asks to confirm. */
export async function withholdFrom(transaction: Transaction<Tables>, id: number) {
  const left = await transaction
    .selectFrom('subscribers')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!left) return
  await withholdList(transaction, left.email)
  await withholdOutdated(transaction, [left.email], [confirmListKey])
}

/**
 * Reactivates the ended subscription of an address, which confirms it and takes emails from then on.
 * @returns whether there was one
 */
export async function resubscribe(
  transaction: Transaction<Tables>,
  { id, email }: Pick<Subscriber, 'id' | 'email'>,
  now: string,
) {
  const { numUpdatedRows } = await transaction
    .updateTable('subscribers')
    .set({
      unsubscribed_at: null,
      asked_at: null,
      consent_version: privacyVersion,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('unsubscribed_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // They have read our email.
  await liftSuppression(transaction, { email }, now)
  return true
}
