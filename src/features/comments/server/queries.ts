import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf, offsetOf, type PageQuery, pageOf } from '#database/page.ts'
import { prepareQuery, type Slots } from '#database/prepared.ts'
import { contains } from '#database/search.ts'
import { rowTag } from '#platform/cache/tag-versions.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { Comment, CommentFilters, StaffComment } from '../contract.ts'

const columns = [
  'comments.id',
  'comments.name',
  'comments.email',
  'comments.message',
  'comments.status',
  'comments.held_at',
  'comments.parent_id as parent',
  'comments.created_at',
  'articles.id as article_id',
  'articles.title as article_title',
  'articles.slug as article_slug',
] as const

type StaffRow = Omit<StaffComment, 'status' | 'is_held' | 'article'> & {
  status: string
  held_at: string | null
  article_id: number
  article_title: string
  article_slug: string
}

const toStaffComment = (row: StaffRow): StaffComment => {
  const { status, held_at, article_id, article_title, article_slug, ...comment } = row
  return {
    ...comment,
    status: status as StaffComment['status'],
    is_held: held_at !== null,
    article: { id: article_id, title: article_title, slug: article_slug },
  }
}

const orderColumns = { created_at: 'comments.created_at', name: 'comments.name_key' } as const

/** A page of the staff's list: comments and replies, by default the newest first. */
export async function findComments(database: Database, filters: CommentFilters, page: PageQuery) {
  let matching = database.selectFrom('comments')
  let counts = database.selectFrom('comment_counts')
  const isHeld = filters.is_held === undefined ? undefined : filters.is_held === 'true'
  // All held comments are pending, and SQLite would walk the pending ones instead of their index.
  const status = isHeld && filters.status === 'PENDING' ? 'ALL' : filters.status
  if (status && status !== 'ALL') {
    matching = matching.where('status', '=', status)
    counts = counts.where('status', '=', status)
  }
  if (filters.news_id) {
    matching = matching.where('article_id', '=', filters.news_id)
    counts = counts.where('article_id', '=', filters.news_id)
  }
  if (isHeld !== undefined) {
    matching = matching.where('held_at', isHeld ? 'is not' : 'is', null)
    counts = counts.where('is_held', '=', isHeld ? 1 : 0)
  }
  const { search } = filters
  if (search) matching = matching.where(contains('comments.search_text', search))
  const ordering = filters.ordering ?? '-created_at'
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const column = orderColumns[ordering.replace('-', '') as keyof typeof orderColumns]
  // Their ids first: the articles are joined to the comments of this page alone.
  const ids = matching
    .select(['comments.id', sql.ref(column).as('position')])
    .orderBy(column, direction)
    .orderBy('comments.id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .as('page')
  const rows = await database
    .selectFrom(ids)
    .innerJoin('comments', 'comments.id', 'page.id')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .select(columns)
    // By the page's own columns: by those of the comments, SQLite would walk all of them in order.
    .orderBy('page.position', direction)
    .orderBy('page.id', direction)
    .execute()
  return pageOf(rows.map(toStaffComment), page, () =>
    (search ? countOf(matching) : counts.select(totalOf)).execute(),
  )
}

const totalOf = sql<number>`coalesce(sum(total), 0)`.as('total')

export async function findComment(database: Database, id: number) {
  const row = await database
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .select(columns)
    .where('comments.id', '=', id)
    .executeTakeFirst()
  return row ? toStaffComment(row) : null
}

/** Comments are visible when approved, or pending and not held. @param table the table's alias in the query */
export function isVisible(table = 'comments') {
  const status = sql.ref(`${table}.status`)
  const heldAt = sql.ref(`${table}.held_at`)
  return sql<SqlBool>`(${status} = 'APPROVED' or (${status} = 'PENDING' and ${heldAt} is null))`
}

type OfArticle = { articleId: number }

const pageOfArticle = prepareQuery(
  (database, slots: Slots<OfArticle & { limit: number; offset: number }>) => {
    // Their ids first: replies are looked up for the comments of this page alone.
    const ids = database
      .selectFrom('comments')
      .select('comments.id')
      .where('comments.article_id', '=', slots.articleId)
      .where('comments.parent_id', 'is', null)
      .where(isVisible())
      .orderBy('comments.created_at', 'desc')
      .orderBy('comments.id', 'desc')
      .limit(slots.limit)
      .offset(slots.offset)
      .as('page')
    return database
      .selectFrom('comments')
      .innerJoin(ids, 'page.id', 'comments.id')
      .leftJoin('comments as reply', (join) =>
        join.on('reply.id', '=', (latest) =>
          latest
            .selectFrom('comments as replies')
            .select((select) => select.fn.max('replies.id').as('id'))
            .whereRef('replies.parent_id', '=', 'comments.id')
            .where(isVisible('replies')),
        ),
      )
      .select([
        'comments.id',
        'comments.name',
        'comments.message',
        'comments.created_at',
        'reply.id as reply_id',
        'reply.name as reply_name',
        'reply.message as reply_message',
        'reply.created_at as reply_created_at',
      ])
      .orderBy('comments.created_at', 'desc')
      .orderBy('comments.id', 'desc')
  },
)

const countOfArticle = prepareQuery((database, { articleId }: Slots<OfArticle>) =>
  database
    .selectFrom('comment_counts')
    .select(totalOf)
    .where('article_id', '=', articleId)
    .where('is_reply', '=', 0)
    .where('is_held', '=', 0)
    .where('status', 'in', ['APPROVED', 'PENDING']),
)

/** The cache tag of what shows an article's comments. */
export const commentsTag = (articleId: number) => rowTag('Comment', articleId)

/** A page of an article's visible comments: the newest first, each with its latest reply. */
export async function findVisibleComments(
  { database, trackTag }: Pick<RequestContext, 'database' | 'trackTag'>,
  articleId: number,
  page: PageQuery,
) {
  trackTag?.(commentsTag(articleId))
  const limited = { articleId, limit: page.page_size, offset: offsetOf(page) }
  const rows = await pageOfArticle(database, limited)
  return pageOf(rows.map(toComment), page, () => countOfArticle(database, { articleId }))
}

type Row = Awaited<ReturnType<typeof pageOfArticle>>[number]

function toComment(row: Row): Comment {
  const { id, name, message, created_at, ...latest } = row
  const reply = {
    id: latest.reply_id,
    name: latest.reply_name,
    message: latest.reply_message,
    created_at: latest.reply_created_at,
    parent: id,
    latest_reply: null,
  }
  // Left join: without a reply all of its columns are null.
  const latest_reply = reply.id === null ? null : (reply as Comment['latest_reply'])
  return { id, name, message, created_at, parent: null, latest_reply }
}
