import type { Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { slugify } from '#platform/text/slug.ts'
import { type ArticleCategory, categoryLabels } from '../categories.ts'
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

/** Each attempt succeeds for at least one of the concurrent writers, so this many can write at once. */
const attemptsMax = 50

/** Stores an article under a unique slug, generated from the title. @returns its id */
export async function insertArticle(database: Database, article: StoredArticle, now: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(database, async (transaction) => {
        const slug = await findFreeSlug(transaction, article.title)
        const { id } = await transaction
          .insertInto('articles')
          .values({ ...toRow(article, now), slug, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
        await replaceTags(transaction, id, article.tags)
        return id
      })
    } catch (error) {
      // A concurrent article took the slug; the next attempt sees it.
      if (!isUniqueViolation(error) || attempt === attemptsMax) throw error
    }
  }
}

/** Runs in the current transaction if there is one: the seed stores all its content in one. */
const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
) =>
  database.isTransaction
    ? work(database as Transaction<Tables>)
    : database.transaction().execute(work)

/** The title's slug, or the first free one of `slug-2`, `slug-3` … */
async function findFreeSlug(transaction: Transaction<Tables>, title: string) {
  const slug = slugify(title) || 'article'
  const rows = await transaction
    .selectFrom('articles')
    .select('slug')
    .where((where) => where.or([where('slug', '=', slug), where('slug', 'like', `${slug}-%`)]))
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  let free = slug
  for (let suffix = 2; taken.has(free); suffix += 1) free = `${slug}-${suffix}`
  return free
}

/** Updates an article; its slug stays the same. */
export async function updateArticle(
  transaction: Transaction<Tables>,
  id: number,
  article: StoredArticle,
  now: string,
) {
  await transaction.updateTable('articles').set(toRow(article, now)).where('id', '=', id).execute()
  await replaceTags(transaction, id, article.tags)
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

/** Deletes an article and its comments. @returns whether it existed */
export async function deleteArticle(database: Database, id: number) {
  const { numDeletedRows } = await database
    .deleteFrom('articles')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
