import type { Transaction } from 'kysely'
import { recordEdits } from '#database/edits.ts'
import { nextVersion } from '#database/row-version.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { ArticleCategory } from '../categories.ts'
import type { ArticleFields } from '../drafts-contract.ts'
import { namesOf, tagLines } from './tags.ts'
import { searchTextOf } from './write.ts'

/** The ids of the articles that carry some tags, and with them of those that have drafts. */
export async function findConcerned(transaction: Transaction<Tables>, ids: readonly number[]) {
  const rows = await transaction
    .selectFrom('article_tags')
    .select('article_id')
    .distinct()
    .where('tag_id', 'in', ids)
    .execute()
  const carrying = rows.map(({ article_id }) => article_id)
  const drafts = await transaction.selectFrom('article_drafts').select('article_id').execute()
  return {
    carrying,
    concerned: [...new Set([...carrying, ...drafts.map(({ article_id }) => article_id)])],
  }
}

/** Otherwise the next publication would bring the former tag back. @param name null takes it off */
export function replaceInDrafts(
  transaction: Transaction<Tables>,
  context: RequestContext,
  former: string,
  name: string | null,
) {
  const isFormer = (tag: string) => searchable(tag) === searchable(former)
  return changeDrafts(transaction, context, (tags) =>
    tags.some(isFormer) ? tags.flatMap((tag) => (isFormer(tag) ? (name ?? []) : tag)) : tags,
  )
}

export async function tagsOfArticles(transaction: Transaction<Tables>, ids: readonly number[]) {
  const articles = transaction.selectFrom('articles').where('id', 'in', [0, ...ids])
  const rows = await articles.select(['id', tagLines]).execute()
  return new Map(rows.map(({ id, tag_lines }) => [id, namesOf(tag_lines)]))
}

/** @param change returns the same tags where a draft stays as it is */
export async function changeDrafts(
  transaction: Transaction<Tables>,
  context: RequestContext,
  change: (tags: string[], articleId: number) => string[],
) {
  const drafts = await transaction
    .selectFrom('article_drafts')
    .select(['article_id', 'fields', 'updated_at'])
    .orderBy('article_id')
    .execute()
  const versions = new Map<number, string>()
  for (const { article_id, fields: text, updated_at: last } of drafts) {
    const fields = JSON.parse(text) as ArticleFields
    const changed = change(fields.tags, article_id)
    if (changed === fields.tags) continue
    const tags = [...new Map(changed.map((tag) => [searchable(tag), tag])).values()]
    const updated_at = nextVersion(last, context.now())
    versions.set(article_id, updated_at)
    await transaction
      .updateTable('article_drafts')
      .set({ fields: JSON.stringify({ ...fields, tags }), updated_at })
      .where('article_id', '=', article_id)
      .execute()
  }
  await recordTags(transaction, context, versions)
}

/** Names the change of their tags to those who have the articles open, and would save their former tags. */
function recordTags(
  transaction: Transaction<Tables>,
  context: RequestContext,
  versions: ReadonlyMap<number, string>,
) {
  const by = requireViewer(context)
  const edits = [...versions].map(([id, version]) => ({ id, version, by, fields: ['tags'] }))
  return recordEdits(transaction, 'articles', edits)
}

/** Gives articles whose tags have changed a new version, and a search text with their current tags. */
export async function updateArticles(
  transaction: Transaction<Tables>,
  context: RequestContext,
  articles: readonly number[],
) {
  if (articles.length === 0) return
  const rows = await transaction
    .selectFrom('articles')
    .select(['id', 'title', 'author', 'category', 'description', 'updated_at', tagLines])
    .where('id', 'in', articles)
    .execute()
  const versions = new Map<number, string>()
  for (const { id, category, tag_lines, updated_at: last, ...article } of rows) {
    const search_text = searchTextOf({
      ...article,
      category: category as ArticleCategory,
      tags: namesOf(tag_lines),
    })
    const updated_at = nextVersion(last, context.now())
    versions.set(id, updated_at)
    await transaction
      .updateTable('articles')
      .set({ search_text, updated_at })
      .where('id', '=', id)
      .execute()
  }
  await recordTags(transaction, context, versions)
}
