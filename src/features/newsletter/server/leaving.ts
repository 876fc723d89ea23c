import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { liftSuppression } from '#platform/mail/suppressions.ts'
import { withholdList } from '#platform/mail/withhold.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { Subscriber } from '../contract.ts'

/**
 * Ends a subscription, and withholds the issues that wait for it. Does nothing if it has ended or was deleted, or is that
 * of another address.
 */
export async function unsubscribe(
  transaction: Transaction<Tables>,
  { id, isSentTo }: { id: number; isSentTo(email: string): boolean },
  now: string,
) {
  const subscriber = await transaction
    .selectFrom('subscribers')
    .select('email')
    .where('id', '=', id)
    .where('unsubscribed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!subscriber || !isSentTo(subscriber.email)) return
  await transaction
    .updateTable('subscribers')
    .set({ unsubscribed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  await withholdList(transaction, subscriber.email)
}

/** Withholds the issues that wait for a subscriber who is about to be deleted. */
export async function withholdFrom(transaction: Transaction<Tables>, id: number) {
  const left = await transaction
    .selectFrom('subscribers')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (left) await withholdList(transaction, left.email)
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
