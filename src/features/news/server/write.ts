import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { type ArticleCategory, categoryLabels } from '../categories.ts'
import { findFreeSlug, keepSlug, takingSlug } from './slugs.ts'
import { namesOf, replaceTags, tagLines } from './tags.ts'

export type StoredArticle = {
  title: string
  banner: string
  category: ArticleCategory
  author: string
  description: string
  /** Sanitized HTML. */
  content: string
  done_at: string | null
  published_at: string | null
  archived_at: string | null
  tags: readonly string[]
}

const toRow = ({ tags, ...article }: StoredArticle, now: string) => ({
  ...article,
  title_key: searchable(article.title),
  search_text: searchTextOf({ ...article, tags }),
  updated_at: now,
})

/** The searchable text of an article. */
export const searchTextOf = (
  article: Pick<StoredArticle, 'title' | 'author' | 'category' | 'description' | 'tags'>,
) =>
  searchable(
    [
      article.title,
      article.author,
      categoryLabels[article.category],
      article.description,
      ...article.tags,
    ].join(' '),
  )

/** Stores an article under a unique slug, generated from the title. @returns its id */
export const insertArticle = (database: Database, article: StoredArticle, now: string) =>
  takingSlug(() =>
    inTransaction(database, (transaction) => insertWithin(transaction, article, now)),
  )

async function insertWithin(transaction: Transaction<Tables>, article: StoredArticle, now: string) {
  const slug = await findFreeSlug(transaction, article.title)
  const { id } = await transaction
    .insertInto('articles')
    .values({ ...toRow(article, now), slug, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceTags(transaction, id, article.tags)
  if (article.published_at !== null) await keepSlug(transaction, id, slug)
  return id
}

/** Stores an article that staff begin, once, with its line in the audit log. @returns its id */
export const addArticle = (context: RequestContext, article: StoredArticle) =>
  takingSlug(() =>
    createAudited(context, 'article', (transaction) =>
      insertWithin(transaction, article, context.now().toISOString()),
    ),
  )

/** Runs in the current transaction if there is one: the seed stores all its content in one. */
const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
) =>
  database.isTransaction
    ? work(database as Transaction<Tables>)
    : database.transaction().execute(work)

/** Updates an article. @param slug a new one, which must be free */
export async function updateArticle(
  transaction: Transaction<Tables>,
  id: number,
  article: StoredArticle,
  now: string,
  slug?: string,
) {
  const { slug: kept } = await transaction
    .updateTable('articles')
    .set({ ...toRow(article, now), ...(slug !== undefined && { slug }) })
    .where('id', '=', id)
    .returning('slug')
    .executeTakeFirstOrThrow()
  await replaceTags(transaction, id, article.tags)
  if (article.published_at !== null) await keepSlug(transaction, id, kept)
}

/** An existing article as it is stored. */
export async function getStoredArticle(
  transaction: Transaction<Tables>,
  id: number,
): Promise<StoredArticle> {
  const row = await transaction
    .selectFrom('articles')
    .where('id', '=', id)
    .select([
      'title',
      'banner',
      'category',
      'author',
      'description',
      'content',
      'done_at',
      'published_at',
      'archived_at',
      tagLines,
    ])
    .executeTakeFirstOrThrow()
  const { tag_lines, ...article } = row
  return { ...article, category: row.category as ArticleCategory, tags: namesOf(tag_lines) }
}
