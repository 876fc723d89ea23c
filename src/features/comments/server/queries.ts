import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery, preparePages } from '#database/page.ts'
import type { Slots } from '#database/prepared.ts'
import { contains } from '#database/search.ts'
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

const withArticle = (database: Database) =>
  database.selectFrom('comments').innerJoin('articles', 'articles.id', 'comments.article_id')

const orderColumns = { created_at: 'comments.created_at', name: 'comments.name_key' } as const

/** A page of the staff's list: comments and replies, by default the newest first. */
export async function findComments(database: Database, filters: CommentFilters, page: PageQuery) {
  let query = withArticle(database)
  if (filters.status && filters.status !== 'ALL') {
    query = query.where('comments.status', '=', filters.status)
  }
  if (filters.news_id) query = query.where('comments.article_id', '=', filters.news_id)
  if (filters.is_held) {
    query = query.where('comments.held_at', filters.is_held === 'true' ? 'is not' : 'is', null)
  }
  if (filters.search) query = query.where(contains('comments.search_text', filters.search))
  const ordering = filters.ordering ?? '-created_at'
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const column = orderColumns[ordering.replace('-', '') as keyof typeof orderColumns]
  const found = await findPage(
    query,
    query.select(columns).orderBy(column, direction).orderBy('comments.id', direction),
    page,
  )
  return { ...found, results: found.results.map(toStaffComment) }
}

export async function findComment(database: Database, id: number) {
  const row = await withArticle(database)
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

const pagesOfArticle = preparePages((database, { articleId }: Slots<{ articleId: number }>) => {
  const matching = database
    .selectFrom('comments')
    .where('comments.article_id', '=', articleId)
    .where('comments.parent_id', 'is', null)
    .where(isVisible())
  const ordered = matching
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
  return { matching, ordered }
})

/** A page of an article's visible comments: the newest first, each with its latest reply. */
export async function findVisibleComments(database: Database, articleId: number, page: PageQuery) {
  const found = await pagesOfArticle(database, { articleId }, page)
  return { ...found, results: found.results.map(toComment) }
}

type Row = Awaited<ReturnType<typeof pagesOfArticle>>['results'][number]

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
