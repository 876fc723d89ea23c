import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { Erased } from '#platform/retention/erased.ts'
import { discardRows, trashKind } from '#platform/trash/discard.ts'
import type { DecisionOutcome } from './decide.ts'
import { lockArticlesOf, lockComments, type SeenComment } from './lock-comments.ts'
import { commentsTag } from './queries.ts'
import { emptyTold, withdrawAnswers } from './withdraw-answers.ts'

export const commentTrash = trashKind({
  name: 'comment',
  table: 'comments',
  titleOf: ({ name, message }) => `${name}: ${message.slice(0, 120)}`,
  wordsOf: ({ email }) => email,
  rowTagsOf: ({ article_id }) => [commentsTag(article_id)],
  parents: {
    article_id: {
      article: ['The article was deleted. Restore that, and this comes with it or after it.'],
    },
    parent_id: { comment: ['The comment that this answers was deleted. Restore that first.'] },
  },
  async beforeRestore(transaction, { article_id }) {
    await lockRow(transaction, 'articles', article_id)
  },
})

/** Deletes comments with their replies. */
export async function deleteComments(
  transaction: Transaction<Tables>,
  context: RequestContext,
  seen: readonly SeenComment[],
): Promise<DecisionOutcome> {
  // Read first: a reply that is deleted with its comment counts as deleted.
  const { rows, failed, articleIds } = await lockComments(transaction, seen)
  const succeeded = rows.map(({ id }) => id)
  if (succeeded.length > 0) {
    const untold = await withdrawAnswers(transaction, succeeded)
    // Should the deletion be undone, followers get their email about these replies.
    if (untold.length > 0) {
      await transaction
        .updateTable('comment_answers')
        .set({ told_at: null })
        .where('reply_id', 'in', untold)
        .execute()
    }
    await discardRows(transaction, context, commentTrash, succeeded)
  }
  return { succeeded, failed, articleIds, decisionId: null }
}

const erasedText = 'This comment was erased at the wish of whoever wrote it.'

/** A comment that others have answered stays without its words: their answers are not its writer's. */
export const erasedComments: Erased = {
  tags: ['Comment'],
  rowTagsOf: ({ article_id }) => [commentsTag(Number(article_id))],
  lock: lockArticlesOf,
  async keep(transaction, ids, name, updated_at) {
    await withdrawAnswers(transaction, ids)
    await emptyTold(transaction, ids)
    const answered = await transaction
      .selectFrom('comments')
      .select('parent_id')
      .distinct()
      .where('parent_id', 'in', ids)
      .where('id', 'not in', ids)
      .execute()
    const kept = answered.flatMap(({ parent_id }) => parent_id ?? [])
    if (kept.length === 0) return []
    await transaction
      .updateTable('comments')
      .set({
        name,
        name_key: searchable(name),
        email: '',
        email_key: '',
        message: erasedText,
        wave_key: '',
        network_key: '',
        search_text: searchable(`${name} ${erasedText}`),
        updated_at,
      })
      .where('id', 'in', kept)
      .execute()
    return kept
  },
}
