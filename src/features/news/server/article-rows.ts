import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countMatching, findIdsPage } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import { inOrderOf, type Page, type PageQuery, pageOfTotal, windowOf } from '#database/page.ts'
import { contains, isIndexedLength, latestMatches, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { badRequest } from '#platform/http/errors.ts'
import { compareNames } from '#shared/compare-names.ts'
import type { Article, ArticleFilters } from '../contract.ts'
import type { ArticleRowFilters } from '../drafts-contract.ts'
import { isInStatus, listColumns, toArticle } from './queries.ts'

const orderColumns = {
  // Drafts are sorted by their creation.
  done_at: sql<string>`coalesce(published_at, created_at)`,
  title: 'title_key',
  updated_at: 'updated_at',
  published_at: 'published_at',
} as const

type Ordering = keyof typeof orderColumns
type Query = SelectQueryBuilder<Tables, 'articles', object>

/** A page of the ids of staff's list, in order, and how many there are. */
async function findIds(
  database: Database,
  matching: Query,
  search: string | undefined,
  ordering: Ordering | `-${Ordering}`,
  page: PageQuery,
) {
  const { name, direction } = readOrdering(ordering)
  const order = { columns: [orderColumns[name], 'articles.id'], direction }
  const found = search ? matching.where(await hasText(database, matching, search)) : matching
  return findIdsPage(database, found, { order, window: windowOf(page) })
}

/** A search for one or two letters looks at each of at most this many articles: the index has trigrams. */
const readMax = 20_000

/**
 * Whether an article has a text, for which the order's index is read beside that of the texts instead of the articles.
 */
async function hasText(database: Database, matching: Query, search: string) {
  if (isIndexedLength(search)) {
    return sql<boolean>`+articles.id in ${latestMatches(database, 'articles', [search], undefined)}`
  }
  if ((await countMatching(matching)) > readMax) {
    throw badRequest('Please search for at least three letters.')
  }
  return contains('search_text', search)
}

const ofIds = (database: Database, ids: readonly number[]) =>
  database.selectFrom('articles').where('articles.id', 'in', ids.length > 0 ? ids : [0])

/** A page of staff's view of the public list: all articles, unless filtered. */
export async function findArticles(
  database: Database,
  { category = 'all', status = 'all', search, ordering = '-done_at' }: ArticleFilters,
  page: PageQuery,
  at: Date,
): Promise<Page<Article>> {
  const now = at.toISOString()
  let query = database.selectFrom('articles')
  if (category !== 'all') query = query.where('category', '=', category)
  if (status !== 'all') query = query.where(isInStatus(status, now))
  const { ids, total } = await findIds(database, query, search, ordering, page)
  const rows = await ofIds(database, ids).select(listColumns).execute()
  const articles = rows.map((row) => toArticle(row, now))
  return pageOfTotal(inOrderOf(ids, articles), total, page)
}

/** Whether an article has a draft apart from what visitors see. */
const hasChanges = sql<number | boolean>`exists (
  select 1 from article_drafts where article_drafts.article_id = articles.id
)`.as('has_changes')

/** A page of the dashboard's list: all articles, unless filtered. */
export async function findArticleRows(
  database: Database,
  filters: ArticleRowFilters,
  page: PageQuery,
  at: Date,
) {
  const now = at.toISOString()
  const { status, category, author, tag, search, ordering = '-updated_at' } = filters
  let query = database.selectFrom('articles')
  if (status) query = query.where(({ or }) => or(status.map((one) => isInStatus(one, now))))
  if (category) query = query.where('category', 'in', category)
  if (author) query = query.where('author', 'in', author)
  if (tag) query = query.where('articles.id', 'in', articlesWith(database, tag))
  const { ids, total } = await findIds(database, query, search, ordering, page)
  const rows = await ofIds(database, ids)
    .select([...listColumns, hasChanges])
    .execute()
  const articles = rows.map(({ has_changes, ...row }) => {
    const { tags, slug, ...article } = toArticle(row, now)
    const names = tags.map(({ name }) => name)
    return { ...article, public_slug: slug, tags: names, has_changes: Boolean(has_changes) }
  })
  return pageOfTotal(inOrderOf(ids, articles), total, page)
}

const articlesWith = (database: Database, tags: readonly string[]) =>
  database
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'article_tags.tag_id')
    .select('article_id')
    .where('name_key', 'in', tags.map(searchable))

const authorsMax = 500

/** The names of those who wrote articles, in order. */
export async function findAuthors(database: Database) {
  const rows = await database
    .selectFrom('articles')
    .select('author')
    .where('author', '!=', '')
    .groupBy('author')
    .execute()
  const names = rows.map(({ author }) => author).sort(compareNames)
  return names.slice(0, authorsMax)
}
