import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { daysBefore } from '#shared/durations.ts'
import { lockComments } from './lock-comments.ts'

const keptDays = 30

/** How many comments one transaction changes: an upkeep holds up no other request for long. */
const windowSize = 200

/** Forgets the networks of comments after a month, and the blocks whose time is over. */
export async function forgetNetworks({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(now(), keptDays)
  const forgetNext = () =>
    database.transaction().execute((transaction) => forgetOldest(transaction, before))
  // SQLite runs synchronously, so this gives other requests a turn.
  while (await forgetNext()) await setImmediate()
  await database
    .deleteFrom('comment_blocks')
    .where('expires_at', '<=', now().toISOString())
    .execute()
}

/** @returns whether there may be more to forget */
async function forgetOldest(transaction: Transaction<Tables>, before: string) {
  const oldest = await transaction
    .selectFrom('comments')
    .select('id')
    .where('network_key', '!=', sql.lit(''))
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(windowSize)
    .execute()
  if (oldest.length === 0) return false
  const { rows } = await lockComments(transaction, oldest)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await transaction
      .updateTable('comments')
      .set({ network_key: '' })
      .where('id', 'in', ids)
      .execute()
  }
  return oldest.length === windowSize
}
