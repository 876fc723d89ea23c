import { sql, type Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import { lockRows } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { readOrdering } from '#database/ordering.ts'
import { findPage, type Page, type PageQuery } from '#database/page.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, invalidFields, notFound, staleRow } from '#platform/http/errors.ts'
import { discardRows, trashKind } from '#platform/trash/discard.ts'
import { articleCategories } from '../categories.ts'
import type { NewsTag } from '../tags-contract.ts'
import type { tagOrders } from '../validation.ts'
import {
  changeDrafts,
  findConcerned,
  replaceInDrafts,
  tagsOfArticles,
  updateArticles,
} from './tags-in-articles.ts'

const articleCount = sql<number>`(
  select count(*) from article_tags where article_tags.tag_id = tags.id
)`.as('article_count')

/** A page of the tags, by default sorted by name. */
export function findTags(
  database: Database,
  { search, ordering = 'name' }: { search?: string; ordering?: (typeof tagOrders)[number] },
  page: PageQuery,
): Promise<Page<NewsTag>> {
  let query = database.selectFrom('tags')
  if (search) query = query.where(contains('name_key', search))
  const { name, direction } = readOrdering(ordering)
  const ordered = query
    .select(['id', 'name', articleCount])
    .orderBy(name === 'name' ? 'name_key' : name, direction)
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

const taken = () => invalidFields({ name: ['There is a tag of this name already'] })

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

/**
 * Renames a tag, also in drafts and in its articles' search text.
 * @param expected the name that the editor saw
 * @throws 404; 400 for the name of another tag; 409 when it was renamed since
 */
export async function renameTag(
  transaction: Transaction<Tables>,
  context: RequestContext,
  { id, name, expected }: { id: number; name: string; expected: string | undefined },
) {
  const { articles, tags } = await lockTags(transaction, [id])
  const former = tags.get(id)
  if (former === undefined) throw notFound('This tag')
  if (expected !== undefined && expected !== former) {
    const current = { id, name: former, article_count: articles.length }
    throw staleRow(`Somebody has renamed this tag to ${former} since. It stays so.`, current)
  }
  await transaction
    .updateTable('tags')
    .set({ name, name_key: searchable(name) })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? taken() : error
    })
  await replaceInDrafts(transaction, context, former, name)
  await updateArticles(transaction, context, articles)
}

/** Gives the articles of a tag another one, in its place, and deletes it. @throws 404; 400 for the tag itself */
export async function mergeTags(
  transaction: Transaction<Tables>,
  context: RequestContext,
  id: number,
  into: number,
) {
  if (id === into) throw invalidFields({ into: ['Please choose another tag'] })
  const { tags } = await lockTags(transaction, [id, into])
  const [former, name] = [tags.get(id), tags.get(into)]
  if (former === undefined) throw notFound('This tag')
  if (name === undefined) {
    throw invalidFields({ into: ['This tag was not found. It may have been deleted.'] })
  }
  const { carrying } = await findConcerned(transaction, [id])
  const having = transaction
    .selectFrom('article_tags')
    .select('article_id')
    .where('tag_id', '=', into)
  await transaction
    .updateTable('article_tags')
    .set({ tag_id: into })
    .where('tag_id', '=', id)
    .where('article_id', 'not in', having)
    .execute()
  await transaction.deleteFrom('article_tags').where('tag_id', '=', id).execute()
  await transaction.deleteFrom('tags').where('id', '=', id).execute()
  await replaceInDrafts(transaction, context, former, name)
  await updateArticles(transaction, context, carrying)
}

/** A tag comes back on the articles that had it, as far as they are still there, and in their drafts. */
export const tagTrash = trashKind({
  name: 'tag',
  table: 'tags',
  titleOf: ({ name }) => name,
  unique: [
    {
      columns: ['name_key'],
      taken: { name: ['There is a tag of this name again. Rename that first.'] },
    },
  ],
  async beforeRestore(transaction, _tag, _context, snapshot) {
    const ids = snapshot.rows.flatMap(({ table, row }) =>
      table === 'article_tags' ? [Number(row.article_id)] : [],
    )
    if (ids.length === 0) return
    const left = await lockRows(transaction, 'articles', ids)
    snapshot.rows = snapshot.rows.filter(
      ({ table, row }) => table !== 'article_tags' || left.has(Number(row.article_id)),
    )
  },
  async afterRestore(transaction, { id, name }, context) {
    const { carrying } = await findConcerned(transaction, [id])
    const articles = await tagsOfArticles(transaction, carrying)
    await changeDrafts(transaction, context, (tags, article) => {
      const order = articles.get(article)
      if (!order) return tags
      const next = tags.findIndex((tag) => order.indexOf(tag) > order.indexOf(name))
      return tags.toSpliced(next < 0 ? tags.length : next, 0, name)
    })
    await updateArticles(transaction, context, carrying)
    return []
  },
})

/** Deletes a tag. @throws 404; 409 when articles have it, unless `force` removes it from them */
export async function deleteTag(
  transaction: Transaction<Tables>,
  context: RequestContext,
  id: number,
  force: boolean,
) {
  const { articles, tags } = await lockTags(transaction, [id])
  const former = tags.get(id)
  if (former === undefined) throw notFound('This tag')
  if (articles.length > 0 && !force) {
    const count = articles.length === 1 ? '1 article' : `${articles.length} articles`
    throw conflict(
      `This tag is on ${count}. Take it off there first, or delete it with force=true, which takes it off everywhere.`,
    )
  }
  await discardRows(transaction, context, tagTrash, [id])
  await replaceInDrafts(transaction, context, former, null)
  await updateArticles(transaction, context, articles)
  return true
}

/**
 * Locks tags with the articles that carry them or have drafts, which may. The articles come first, as when an article
 * is written, to avoid a deadlock.
 * @returns the ids of the articles that carry them, and the names of those tags that exist
 * @throws 409 when another article has got one of the tags between the two locks
 */
async function lockTags(transaction: Transaction<Tables>, ids: readonly number[]) {
  const { concerned: locked } = await findConcerned(transaction, ids)
  await lockRows(transaction, 'articles', locked)
  const tags = await transaction
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { carrying, concerned } = await findConcerned(transaction, ids)
  if (concerned.some((id) => !locked.includes(id))) {
    throw conflict('An article was given this tag just now. Please try again.')
  }
  return { articles: carrying, tags: new Map(tags.map(({ id, name }) => [id, name])) }
}

/** Every category, with how many articles it has. */
export async function countCategories(database: Database, now: Date) {
  const rows = await database
    .selectFrom('articles')
    .select((select) => [
      'category',
      select.fn.countAll<number>().as('article_count'),
      sql<number>`count(case when ${isArticlePublic(now.toISOString())} then 1 end)`.as(
        'published_count',
      ),
    ])
    .groupBy('category')
    .execute()
  const none = { article_count: 0, published_count: 0 }
  return articleCategories.map((category) => ({
    ...(rows.find((row) => row.category === category) ?? none),
    category,
  }))
}
