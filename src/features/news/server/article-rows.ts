import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { ArticleRowFilters } from '../drafts-contract.ts'
import { isInStatus, listColumns, toArticle } from './queries.ts'

const orderColumns = {
  title: 'title_key',
  updated_at: 'updated_at',
  published_at: 'published_at',
} as const

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
  if (search) query = query.where(contains('search_text', search))
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const column = orderColumns[ordering.replace('-', '') as keyof typeof orderColumns]
  const found = await findPage(
    query,
    query
      .select([...listColumns, hasChanges])
      .orderBy(column, direction)
      .orderBy('articles.id', direction),
    page,
  )
  const results = found.results.map(({ has_changes, ...row }) => {
    const { tags, slug, ...article } = toArticle(row, now)
    const names = tags.map(({ name }) => name)
    return { ...article, public_slug: slug, tags: names, has_changes: Boolean(has_changes) }
  })
  return { ...found, results }
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
    .orderBy('author')
    .limit(authorsMax)
    .execute()
  return rows.map(({ author }) => author)
}
