import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { type PageQuery, preparePages } from '#database/page.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import type { Tables } from '#database/tables.ts'
import { localDay } from '#shared/company.ts'
import type { ArticleCategory } from '../categories.ts'
import type { Article, ArticleFilters, ArticleStatus } from '../contract.ts'
import { findPresentSlug } from './slugs.ts'
import { namesOf, tagLines } from './tags.ts'

export const listColumns = [
  'articles.id',
  'title',
  'slug',
  'banner',
  'category',
  'author',
  'description',
  'done_at',
  'published_at',
  'archived_at',
  'created_at',
  'updated_at',
  tagLines,
] as const

type Row = Omit<Article, 'category' | 'tags' | 'is_published' | 'status' | 'done_at'> & {
  category: string
  done_at: string | null
  archived_at: string | null
  created_at: string
  tag_lines: string | null
}

export function statusOf(
  row: Pick<Row, 'published_at' | 'archived_at'>,
  now: string,
): ArticleStatus {
  if (row.archived_at !== null) return 'archived'
  if (row.published_at === null) return 'unpublished'
  return row.published_at <= now ? 'published' : 'scheduled'
}

export function toArticle<T extends Row>(row: T, now: string) {
  const { archived_at, created_at, tag_lines, ...article } = row
  const status = statusOf(row, now)
  return {
    ...article,
    category: row.category as ArticleCategory,
    done_at: row.done_at ?? localDay(new Date(row.published_at ?? created_at)),
    is_published: status === 'published',
    status,
    tags: namesOf(tag_lines).map((name) => ({ name })),
  }
}

const toArticles = (rows: readonly Row[], now: string): Article[] =>
  rows.map((row) => toArticle(row, now))

type Query = SelectQueryBuilder<Tables, 'articles', object>

/** Whether an article has a status at that time. */
export function isInStatus(status: ArticleStatus, now: string) {
  if (status === 'archived') return sql<boolean>`archived_at is not null`
  if (status === 'published') return isArticlePublic(now)
  const time = { unpublished: sql`is null`, scheduled: sql`> ${now}` }[status]
  return sql<boolean>`archived_at is null and published_at ${time}`
}

type InCategory = { now: string; category: string }

const publishedArticles = (database: Database, now: Expression<string>) =>
  database.selectFrom('articles').where(isArticlePublic(now))
const publishedInCategory = (database: Database, { now, category }: Slots<InCategory>) =>
  publishedArticles(database, now).where('category', '=', category)

const pagesOfPublished = preparePages((database, { now }: Slots<{ now: string }>) =>
  inPages(database, publishedArticles(database, now)),
)
const pagesOfCategory = preparePages((database, slots: Slots<InCategory>) =>
  inPages(database, publishedInCategory(database, slots)),
)

/** Articles are long: the index of the order finds the ids of a page, which may be far down. */
function inPages(database: Database, matching: Query) {
  const ordered = newestFirst(matching).select('articles.id')
  const rowsOf = (ids: typeof ordered) =>
    newestFirst(database.selectFrom('articles').where('articles.id', 'in', ids)).select(listColumns)
  return { matching, ordered, rowsOf }
}

/** A page of published articles, newest first. */
export async function findPublishedArticles(
  database: Database,
  category: ArticleFilters['category'],
  page: PageQuery,
  at: Date,
) {
  const now = at.toISOString()
  const found = await (category && category !== 'all'
    ? pagesOfCategory(database, { now, category }, page)
    : pagesOfPublished(database, { now }, page))
  return { ...found, results: toArticles(found.results, now) }
}

const relatedMax = 3

const newestOfCategory = prepareQuery((database, slots: Slots<InCategory>) =>
  // One more than is shown, because the excluded article may be among them.
  newestFirst(publishedInCategory(database, slots))
    .select(listColumns)
    .limit(relatedMax + 1),
)

/** @param exclude the slug or id of the current article */
export async function findRelatedArticles(
  database: Database,
  category: ArticleCategory,
  exclude: string | undefined,
  at: Date,
) {
  const now = at.toISOString()
  const rows = await newestOfCategory(database, { category, now })
  const others = rows.filter((row) => row.slug !== exclude && String(row.id) !== exclude)
  return toArticles(others.slice(0, relatedMax), now)
}

const newestFirst = (query: Query) =>
  query.orderBy('published_at', 'desc').orderBy('articles.id', 'desc')

const detailed = (database: Database) =>
  database.selectFrom('articles').select([...listColumns, 'content'])
const articleOfId = prepareQuery((database, { id }: Slots<{ id: number }>) =>
  detailed(database).where('id', '=', id),
)
const articleOfSlug = prepareQuery((database, { slug }: Slots<{ slug: string }>) =>
  detailed(database).where('slug', '=', slug),
)

/** An article with its body, in any state. A former slug finds it, too. */
export async function findArticle(
  database: Database,
  key: { id: number } | { slug: string },
  at: Date,
) {
  const [row] = await ('id' in key ? articleOfId(database, key) : articleOfSlug(database, key))
  if (row) return toArticle(row, at.toISOString())
  const present = 'slug' in key ? await findPresentSlug(database, key.slug) : null
  const [moved] = present === null ? [] : await articleOfSlug(database, { slug: present })
  return moved ? toArticle(moved, at.toISOString()) : null
}

/** The publication time of the next scheduled article: until then the public list changes only by a write. */
export async function findNextNewsChange(database: Database, now: Date): Promise<string | null> {
  const next = await database
    .selectFrom('articles')
    .select('published_at')
    .where('published_at', '>', now.toISOString())
    .where('archived_at', 'is', null)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst()
  return next?.published_at ?? null
}

/** A window of ids, in which an article stays: a new one changes the last part alone. */
const articlesOfPart = 2_000

/** As the index `articles_parts` has it. */
const partOf = sql<number>`(id - 1) / ${sql.lit(articlesOfPart)}`

/** The sitemap's parts, the oldest articles first, and when something in each was last changed. */
export async function findSitemapParts(database: Database, at: Date) {
  const parts = await database
    .selectFrom('articles')
    .select((select) => [partOf.as('part'), select.fn.max<string>('updated_at').as('changed')])
    .where(isArticlePublic(at.toISOString()))
    .groupBy(partOf)
    .orderBy(partOf)
    .execute()
  return parts.map(({ part, changed }) => ({ part: part + 1, changed }))
}

/** What a sitemap says of each published article of a part. */
export const findSitemapArticles = (database: Database, part: number, at: Date) =>
  database
    .selectFrom('articles')
    .select(['slug', 'updated_at'])
    .where('id', '>', (part - 1) * articlesOfPart)
    .where('id', '<=', part * articlesOfPart)
    .where(isArticlePublic(at.toISOString()))
    .orderBy('id')
    .execute()
