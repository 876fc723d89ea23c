import type { Services } from '#platform/http/context.ts'
import { openSince } from './queries.ts'

/** Deletes those who have not confirmed in time. */
export async function removeOldSubscribers({ database, now }: Pick<Services, 'database' | 'now'>) {
  await database
    .deleteFrom('subscribers')
    .where('id', 'in', (due) =>
      due
        .selectFrom('subscribers')
        .select('id')
        .where('asked_at', '<=', openSince(now()))
        .where('unsubscribed_at', 'is', null)
        // An import locks them in another order: who is changed just now is left to the next clean-up.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
