import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { offsetOf, type PageQuery, pageOf } from '#database/page.ts'
import { prepareInsert, prepareQuery, type Slots } from '#database/prepared.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import { searchable } from '#database/search.ts'
import { rowTag } from '#platform/cache/tag-versions.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { Comment } from '../contract.ts'
import { commentsPageSize, type HeldReason } from '../validation.ts'
import { waveKeyOf } from './checks.ts'

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
        'comments.staff_name',
        'reply.id as reply_id',
        'reply.name as reply_name',
        'reply.message as reply_message',
        'reply.created_at as reply_created_at',
        'reply.staff_name as reply_staff_name',
      ])
      .orderBy('comments.created_at', 'desc')
      .orderBy('comments.id', 'desc')
  },
)

export const totalOf = sql<number>`coalesce(sum(total), 0)`.as('total')

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

/** The comments that come with an article. */
export const findNewestComments = (
  context: Pick<RequestContext, 'database' | 'trackTag'>,
  articleId: number,
) => findVisibleComments(context, articleId, { page: 1, page_size: commentsPageSize })

type Row = Awaited<ReturnType<typeof pageOfArticle>>[number]

function toComment(row: Row): Comment {
  const { id, name, message, created_at, staff_name, ...latest } = row
  const reply = {
    id: latest.reply_id,
    name: latest.reply_name,
    message: latest.reply_message,
    created_at: latest.reply_created_at,
    parent: id,
    is_company: isCompany(latest.reply_staff_name),
    latest_reply: null,
  }
  // Left join: without a reply all of its columns are null.
  const latest_reply = reply.id === null ? null : (reply as Comment['latest_reply'])
  const is_company = isCompany(staff_name)
  return { id, name, message, created_at, parent: null, is_company, latest_reply }
}

/** Whether a comment is the company's. @param staffName who of the staff wrote it */
export const isCompany = (staffName: string | null) => Boolean(staffName)

export async function isArticleVisible(database: Database, id: number, at: Date) {
  const rows = await findVisibleArticle(database, { id, at: at.toISOString() })
  return rows.length > 0
}

const findVisibleArticle = prepareQuery((database, { id, at }: Slots<{ id: number; at: string }>) =>
  database.selectFrom('articles').select('id').where('id', '=', id).where(isArticlePublic(at)),
)

export type NewComment = {
  article_id: number
  parent_id: number | null
  name: string
  email: string
  message: string
  status: string
  held_at: string | null
  held_reason?: HeldReason | ''
  wave_key?: string
  network_key?: string
  /** Who of the staff writes it in the company's name. */
  staff_name?: string
  consent_version?: string
  created_at: string
}

/** @returns the comment as visitors see it */
export async function insertComment(database: Database, comment: NewComment) {
  const { name, message, created_at, parent_id: parent } = comment
  const id = await insertRow(database, {
    wave_key: waveKeyOf(message),
    ...comment,
    email_key: comment.email && emailKeyOf(comment.email),
    name_key: searchable(name),
    search_text: searchable(`${name} ${comment.email} ${message}`),
    updated_at: created_at,
  })
  const is_company = isCompany(comment.staff_name ?? '')
  return { id, name, message, created_at, parent, is_company, latest_reply: null }
}

const insertRow = prepareInsert('comments')
