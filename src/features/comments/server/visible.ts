import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { type PageQuery, preparePages } from '#database/page.ts'
import type { Slots } from '#database/prepared.ts'
import type { Comment } from '../contract.ts'

/** Comments are shown when approved, and while pending unless they are held. `table` is what the query calls them. */
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

/** A page of an article's comments as visitors see them: the newest first, each with its latest reply. */
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
  // Without a reply all of its columns are null; with one none is.
  const latest_reply = reply.id === null ? null : (reply as Comment['latest_reply'])
  return { id, name, message, created_at, parent: null, latest_reply }
}
