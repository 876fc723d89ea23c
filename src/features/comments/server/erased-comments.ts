import { searchable } from '#database/search.ts'
import type { Erased } from '#platform/storage/erased.ts'
import { lockArticlesOf } from './decide.ts'
import { commentsTag } from './queries.ts'

const erasedText = 'This comment was erased at the wish of whoever wrote it.'

/** A comment that others have answered stays without its words: their answers are not its writer's. */
export const erasedComments: Erased = {
  tags: ['Comment'],
  rowTagsOf: ({ article_id }) => [commentsTag(Number(article_id))],
  lock: lockArticlesOf,
  async keep(transaction, ids, name, updated_at) {
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
        ...{ name, name_key: searchable(name), email: '', email_key: '', message: erasedText },
        ...{ wave_key: '', network_key: '', search_text: searchable(`${name} ${erasedText}`) },
        updated_at,
      })
      .where('id', 'in', kept)
      .execute()
    return kept
  },
}
