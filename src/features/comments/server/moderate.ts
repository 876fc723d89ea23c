import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { commentActions } from '../contract.ts'

type Action = (typeof commentActions)[number]

/**
 * Approves, rejects or deletes comments. Deleting a comment deletes its replies.
 * @returns the ids that existed
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
    .select('id')
    .where('id', 'in', ids)
    .execute()
  const known = rows.map((row) => row.id)
  if (known.length === 0) return known
  if (action === 'delete') {
    await transaction.deleteFrom('comments').where('id', 'in', known).execute()
    return known
  }
  const status = action === 'approve' ? 'APPROVED' : 'REJECTED'
  const changed = await transaction
    .updateTable('comments')
    .set({ status, held_at: null, updated_at: now })
    .where('id', 'in', known)
    .returning('id')
    .execute()
  return changed.map((row) => row.id)
}
