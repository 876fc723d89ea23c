import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import { inOrderOf } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import { notFound } from '#platform/http/errors.ts'
import type { CommentStatus } from '../validation.ts'
import { findStaleErrors } from './decisions.ts'

/** A comment, and the status that the user saw: when it is another by now, the decision is refused. */
export type SeenComment = { id: number; expected_status?: CommentStatus }

/**
 * Locks the articles of comments, always in the same order: in different orders, transactions that change the same
 * counts would deadlock. Whatever changes a comment does so first.
 */
export async function lockArticlesOf(transaction: Transaction<Tables>, ids: readonly number[]) {
  const articles = await transaction
    .selectFrom('comments')
    .select('article_id as id')
    .distinct()
    .where('id', 'in', ids)
    .orderBy('article_id')
    .execute()
  for (const { id } of articles) await lockRow(transaction, 'articles', id)
  return articles.map(({ id }) => id)
}

/** Locks the articles of comments, and finds those that are as they were seen. */
export async function lockComments(transaction: Transaction<Tables>, seen: readonly SeenComment[]) {
  const expected = new Map(seen.map(({ id, expected_status }) => [id, expected_status]))
  const ids = [...expected.keys()]
  const articleIds = await lockArticlesOf(transaction, ids)
  const found = await transaction
    .selectFrom('comments')
    .select(['id', 'article_id', 'parent_id', 'status', 'held_at', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const isSeen = ({ id, status }: { id: number; status: string }) =>
    (expected.get(id) ?? status) === status
  return {
    articleIds,
    rows: inOrderOf(ids, found).filter(isSeen),
    failed: [
      ...ids.filter((id) => !known.has(id)).map((id) => ({ id, error: notFound('This comment') })),
      ...(await findStaleErrors(
        transaction,
        found.filter((row) => !isSeen(row)),
      )),
    ],
  }
}
