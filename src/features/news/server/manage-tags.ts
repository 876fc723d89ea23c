import { sql, type Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { findPage, type Page, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, notFound, rejectFields } from '#platform/http/errors.ts'
import type { ArticleCategory } from '../categories.ts'
import type { NewsTag, tagOrders } from '../tags-contract.ts'
import { namesOf, tagLines } from './tags.ts'
import { searchTextOf } from './write.ts'

const articleCount = sql<number>`(
  select count(*) from article_tags where article_tags.tag_id = tags.id
)`.as('article_count')

/** A page of the tags, by default sorted by name. */
export function findTags(
  database: Database,
  {
    search,
    ordering = 'name',
  }: { search?: string | undefined; ordering?: (typeof tagOrders)[number] | undefined },
  page: PageQuery,
): Promise<Page<NewsTag>> {
  let query = database.selectFrom('tags')
  if (search) query = query.where(contains('name_key', search))
  const column = ordering.endsWith('name') ? 'name_key' : 'article_count'
  const ordered = query
    .select(['id', 'name', articleCount])
    .orderBy(column as 'name_key', ordering.startsWith('-') ? 'desc' : 'asc')
    .orderBy('name_key')
  return findPage(query, ordered, page)
}

/** @throws 404 */
export async function getTag(database: Database, id: number): Promise<NewsTag> {
  const row = await database
    .selectFrom('tags')
    .select(['id', 'name', articleCount])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('This tag')
  return row
}

const taken = () => rejectFields({ name: ['There is a tag of this name already'] })

/** @returns the tag's id. @throws 400 for an existing name (ignoring case and accents) */
export async function insertTag(database: Database, name: string) {
  const row = await database
    .insertInto('tags')
    .values({ name, name_key: searchable(name) })
    .onConflict((on) => on.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw taken()
  return row.id
}

/** Renames a tag, also in its articles' search text. @throws 404, or 400 for the name of another tag */
export function renameTag(database: Database, id: number, name: string) {
  return database.transaction().execute(async (transaction) => {
    const articles = await lockArticlesWith(transaction, id)
    const { numUpdatedRows } = await transaction
      .updateTable('tags')
      .set({ name, name_key: searchable(name) })
      .where('id', '=', id)
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken() : error
      })
    if (numUpdatedRows === 0n) throw notFound('This tag')
    await findByTags(transaction, articles)
  })
}

/** Deletes a tag. @throws 404; 409 when articles have it, unless `force` removes it from them */
export async function deleteTag(transaction: Transaction<Tables>, id: number, force: boolean) {
  const articles = await lockArticlesWith(transaction, id)
  if (articles.length > 0 && !force) {
    const count = articles.length === 1 ? '1 article' : `${articles.length} articles`
    throw conflict(
      `This tag is on ${count}. Take it off there first, or delete it with force=true, which takes it off everywhere.`,
    )
  }
  await transaction.deleteFrom('article_tags').where('tag_id', '=', id).execute()
  const { numDeletedRows } = await transaction
    .deleteFrom('tags')
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('This tag')
  await findByTags(transaction, articles)
  return true
}

/** Locks a tag's articles. Must precede changes to the tag, as when writing an article, to avoid a deadlock. */
function lockArticlesWith(transaction: Transaction<Tables>, tagId: number) {
  return transaction
    .updateTable('articles')
    .set((set) => ({ updated_at: set.ref('updated_at') }))
    .where('id', 'in', (carrying) =>
      carrying.selectFrom('article_tags').select('article_id').where('tag_id', '=', tagId),
    )
    .returning('id')
    .execute()
}

/** Updates the articles' search text with their current tags. */
async function findByTags(
  transaction: Transaction<Tables>,
  articles: Awaited<ReturnType<typeof lockArticlesWith>>,
) {
  if (articles.length === 0) return
  const rows = await transaction
    .selectFrom('articles')
    .select(['id', 'title', 'author', 'category', 'description', tagLines])
    .where(
      'id',
      'in',
      articles.map(({ id }) => id),
    )
    .execute()
  for (const { id, category, tag_lines, ...article } of rows) {
    const search_text = searchTextOf({
      ...article,
      category: category as ArticleCategory,
      tags: namesOf(tag_lines),
    })
    await transaction.updateTable('articles').set({ search_text }).where('id', '=', id).execute()
  }
}
