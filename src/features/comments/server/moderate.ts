import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { commentActions } from '../contract.ts'

type Action = (typeof commentActions)[number]

/**
 * Approves, rejects or deletes comments. Deleting a comment deletes its replies.
 * @returns the ids that existed, and their articles
 */
export async function moderateComments(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  action: Action,
  now: string,
) {
  // Read first: a reply that is deleted with its comment counts as existing.
  const rows = await transaction
    .selectFrom('comments')
    .select(['id', 'article_id'])
    .where('id', 'in', ids)
    .execute()
  const known = rows.map((row) => row.id)
  const articleIds = [...new Set(rows.map((row) => row.article_id))].sort((a, b) => a - b)
  // Concurrent changes of the same counts would lock them in different orders.
  for (const id of articleIds) await lockRow(transaction, 'articles', id)
  if (action === 'delete') {
    await transaction.deleteFrom('comments').where('id', 'in', ids).execute()
    return { known, articleIds }
  }
  const status = action === 'approve' ? 'APPROVED' : 'REJECTED'
  const changed = await transaction
    .updateTable('comments')
    .set({ status, held_at: null, updated_at: now })
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return { known: changed.map((row) => row.id), articleIds }
}
