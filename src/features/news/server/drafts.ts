import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { ArticleCategory } from '../categories.ts'
import type { ArticleFields, Draft } from '../drafts-contract.ts'
import { articleFieldNames } from '../validation.ts'
import { statusOf } from './queries.ts'
import { namesOf, tagLines } from './tags.ts'

/** A draft, and what of its article is not for editors to write. */
export type StoredDraft = Draft & { archived_at: string | null }

/** The fields of a draft or a revision, without the rest of it. */
export const fieldsOf = (from: ArticleFields) =>
  Object.fromEntries(articleFieldNames.map((name) => [name, from[name]])) as ArticleFields

/** The draft of an article: its own row where there is one, otherwise the article as it is. */
export async function findDraft(
  database: Database,
  id: number,
  now: Date,
): Promise<StoredDraft | null> {
  const row = await database
    .selectFrom('articles')
    .leftJoin('article_drafts', 'article_drafts.article_id', 'articles.id')
    .where('articles.id', '=', id)
    .select([
      'articles.id',
      'title',
      'slug',
      'banner',
      'category',
      'author',
      'description',
      'content',
      'done_at',
      'published_at',
      'archived_at',
      'articles.updated_at',
      'article_drafts.fields',
      'article_drafts.updated_at as draft_updated_at',
      tagLines,
    ])
    .executeTakeFirst()
  if (!row) return null
  const { fields, draft_updated_at, tag_lines, ...article } = row
  return {
    ...article,
    category: article.category as ArticleCategory,
    tags: namesOf(tag_lines),
    ...(fields !== null && (JSON.parse(fields) as ArticleFields)),
    status: statusOf(article, now.toISOString()),
    public_slug: article.slug,
    has_changes: fields !== null,
    updated_at: draft_updated_at ?? article.updated_at,
  }
}

/** Keeps the fields apart from what visitors see. */
export async function writeDraft(
  transaction: Transaction<Tables>,
  id: number,
  fields: ArticleFields,
  updated_at: string,
) {
  const row = { fields: JSON.stringify(fieldsOf(fields)), updated_at }
  await transaction
    .insertInto('article_drafts')
    .values({ article_id: id, ...row })
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(row))
    .execute()
}

/** @returns whether there was one */
export async function deleteDraft(transaction: Transaction<Tables>, id: number) {
  const { numDeletedRows } = await transaction
    .deleteFrom('article_drafts')
    .where('article_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
