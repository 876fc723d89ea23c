import { sql, type Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Why an email is not sent that was put into the outbox. */
export type Withheld = 'UNSUBSCRIBED' | 'SUPPRESSED'

/**
 * Withholds the unsent emails of the mailing list to an address, in the transaction that ends its subscription. One that
 * is on its way to the mail server can't be called back, but is not tried again.
 */
export async function withholdIssues(transaction: Transaction<Tables>, recipient: string) {
  const unsent = await transaction
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('unsubscribe_link', '<>', '')
    .where('sent_at', 'is', null)
    .where('withheld', '=', '')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (unsent.length === 0) return
  await transaction
    .updateTable('outbox')
    .set({
      withheld: 'UNSUBSCRIBED' satisfies Withheld,
      last_error: 'Not sent: they have left the newsletter.',
      // Whoever claimed it lets go, or its lease ends.
      next_try_at: sql`case when claim is null then null else next_try_at end`,
    })
    .where(
      'id',
      'in',
      unsent.map(({ id }) => id),
    )
    .execute()
}
