import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains } from '#database/search.ts'
import type { CommentFilters, StaffComment } from '../contract.ts'

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

type Row = Omit<StaffComment, 'status' | 'is_held' | 'article'> & {
  status: string
  held_at: string | null
  article_id: number
  article_title: string
  article_slug: string
}

const toStaffComment = (row: Row): StaffComment => {
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

/** A page of the staff's list: comments and replies, the newest first unless asked for otherwise. */
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
