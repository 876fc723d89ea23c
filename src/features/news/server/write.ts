import type { Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import { lockRow } from '#database/lock-row.ts'
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
  /** HTML that has been made safe. */
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

/** What an article is found by. */
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

/** Of those that come at once one gets its slug at every attempt, so this many may. */
const attemptsMax = 50

/** Stores an article under a slug of its own, made from the title. @returns its id */
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
      // Another article took the slug in the same moment; the next look sees it.
      if (!isUniqueViolation(error) || attempt === attemptsMax) throw error
    }
  }
}

/** The seed stores all of its content in one transaction, which is gone on with. */
const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
) =>
  database.isTransaction
    ? work(database as Transaction<Tables>)
    : database.transaction().execute(work)

/** The title's slug, or the first of `slug-2`, `slug-3` … that no article has. */
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

/** Writes an article anew, under the slug that it has. */
export async function updateArticle(
  transaction: Transaction<Tables>,
  id: number,
  article: StoredArticle,
  now: string,
) {
  await transaction.updateTable('articles').set(toRow(article, now)).where('id', '=', id).execute()
  await replaceTags(transaction, id, article.tags)
}

/** The article as it is stored, locked until the transaction ends. */
export async function findStoredArticle(
  transaction: Transaction<Tables>,
  id: number,
): Promise<StoredArticle | null> {
  await lockRow(transaction, 'articles', id)
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
    .executeTakeFirst()
  if (!row) return null
  const { tag_lines, ...article } = row
  return { ...article, category: row.category as ArticleCategory, tags: namesOf(tag_lines) }
}

/** @returns whether there was such an article; its comments go with it */
export async function deleteArticle(database: Database, id: number) {
  const { numDeletedRows } = await database
    .deleteFrom('articles')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
