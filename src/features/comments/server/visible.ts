import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { Comment } from '../contract.ts'

/** Comments are shown when approved, and while pending unless they are held. */
export const isVisible = (where: ExpressionBuilder<Tables, 'comments'>) =>
  where.or([
    where('status', '=', 'APPROVED'),
    where.and([where('status', '=', 'PENDING'), where('held_at', 'is', null)]),
  ])

const columns = ['id', 'name', 'message', 'created_at', 'parent_id as parent'] as const

/** A page of an article's comments as visitors see them: the newest first, each with its latest reply. */
export async function findVisibleComments(database: Database, articleId: number, page: PageQuery) {
  const comments = database
    .selectFrom('comments')
    .where('article_id', '=', articleId)
    .where('parent_id', 'is', null)
    .where(isVisible)
  const found = await findPage(
    comments,
    comments.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  )
  const replies = await findLatestReplies(
    database,
    found.results.map((comment) => comment.id),
  )
  const withReply = (comment: (typeof found.results)[number]): Comment => ({
    ...comment,
    latest_reply: replies.get(comment.id) ?? null,
  })
  return { ...found, results: found.results.map(withReply) }
}

async function findLatestReplies(database: Database, commentIds: readonly number[]) {
  if (commentIds.length === 0) return new Map<number | null, NonNullable<Comment['latest_reply']>>()
  const rows = await database
    .selectFrom('comments')
    .select(columns)
    .where('id', 'in', (latest) =>
      latest
        .selectFrom('comments')
        .select((select) => select.fn.max('id').as('id'))
        .where('parent_id', 'in', commentIds)
        .where(isVisible)
        .groupBy('parent_id'),
    )
    .execute()
  return new Map(rows.map((reply) => [reply.parent, { ...reply, latest_reply: null }]))
}
