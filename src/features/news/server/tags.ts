import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'

/** Selects an article's tags, in the author's order, in the same query as the article. */
export const tagLines = sql<string | null>`(
  select string_agg(tags.name, '\n' order by article_tags.position)
  from article_tags join tags on tags.id = article_tags.tag_id
  where article_tags.article_id = articles.id
)`.as('tag_lines')

/** The names in `tag_lines`, one per line. */
export const namesOf = (lines: string | null) => lines?.split('\n') ?? []

/** The tags of published articles, by name. Those of drafts would reveal future articles. */
export function findPublishedTags(database: Database, now: Date) {
  return database
    .selectFrom('tags')
    .select('name')
    .where('id', 'in', (used) =>
      used
        .selectFrom('article_tags')
        .innerJoin('articles', 'articles.id', 'article_tags.article_id')
        .select('article_tags.tag_id')
        .where(isArticlePublic(now.toISOString())),
    )
    .orderBy('name_key')
    .execute()
}

/**
 * Replaces an article's tags. Names of existing tags match case-insensitively, without accents, and keep their
 * spelling.
 */
export async function replaceTags(
  transaction: Transaction<Tables>,
  articleId: number,
  names: readonly string[],
) {
  const byKey = new Map(names.map((name) => [searchable(name), name]))
  const keys = [...byKey.keys()]
  await transaction.deleteFrom('article_tags').where('article_id', '=', articleId).execute()
  if (keys.length === 0) return
  const tags = await takeTags(transaction, byKey)
  await transaction
    .insertInto('article_tags')
    .values(
      tags.map((tag) => ({
        article_id: articleId,
        tag_id: tag.id,
        position: keys.indexOf(tag.name_key),
      })),
    )
    .execute()
}

/**
 * Finds or creates tags, and keeps them from being merged, renamed or deleted until the transaction ends.
 * @param byKey their names by their searchable form
 */
async function takeTags(transaction: Transaction<Tables>, byKey: ReadonlyMap<string, string>) {
  // Always in the same order, so that concurrent inserts can't deadlock.
  const keys = [...byKey.keys()].sort()
  for (;;) {
    // Locked before others are inserted: whoever renames one may wait for the name of these.
    const tags = await transaction
      .selectFrom('tags')
      .select(['id', 'name_key'])
      .where('name_key', 'in', keys)
      .orderBy('id')
      .forKeyShare()
      .execute()
    // One that was merged or renamed while this waited for it is missing, and created anew.
    const missing = keys.filter((key) => !tags.some(({ name_key }) => name_key === key))
    if (missing.length === 0) return tags
    await transaction
      .insertInto('tags')
      .values(missing.map((name_key) => ({ name: byKey.get(name_key) ?? name_key, name_key })))
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .execute()
  }
}
