import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { suppressionLabels } from '#shared/suppression.ts'
import { findSuppressions } from './suppressions.ts'

/** Why an email is not sent that was put into the outbox, and in words. */
export type Withheld = { withheld: 'UNSUBSCRIBED' | 'SUPPRESSED'; last_error: string }

const left: Withheld = {
  withheld: 'UNSUBSCRIBED',
  last_error: 'Not sent: they want no more emails of this list.',
}

type Claimed = { recipient: string; withheld: string; is_requested: number }

/** What keeps an email from being sent that is due; null if nothing does. */
export async function findWithheld(
  database: Database,
  { recipient, withheld, is_requested }: Claimed,
): Promise<Withheld | null> {
  if (withheld === 'UNSUBSCRIBED') return left
  if (is_requested === 2) return null
  const [suppression] = (await findSuppressions(database, [recipient])).values()
  if (!suppression || (is_requested === 1 && suppression.reason !== 'COMPLAINT')) return null
  const last_error = `Not sent: ${suppressionLabels[suppression.reason]}.`
  return { withheld: 'SUPPRESSED', last_error }
}

/**
 * Withholds the unsent emails of a mailing list to an address, in the transaction that ends its subscription. One that
 * is on its way to the mail server can't be called back, but is not tried again.
 * @param listKey empty for the newsletter
 */
export async function withholdIssues(
  transaction: Transaction<Tables>,
  recipient: string,
  listKey = '',
) {
  const unsent = await transaction
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('unsubscribe_link', '<>', '')
    .where('list_key', '=', listKey)
    .where('sent_at', 'is', null)
    .where('withheld', '<>', 'UNSUBSCRIBED')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (unsent.length === 0) return
  await transaction
    .updateTable('outbox')
    .set({
      ...left,
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
