import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { company } from '#shared/company.ts'
import { duplicateLimit, sameText } from './checks.ts'
import { decideLocked } from './decide.ts'
import { lockComments, type SeenComment } from './lock-comments.ts'
import { commentsTag, insertComment, isVisible } from './queries.ts'
import { noteAnswers } from './tell-followers.ts'

/**
 * Replies to a comment in the name of the company. A pending comment is approved by it.
 * @returns the id of the reply
 * @throws 404; 409 for a rejected comment, one that has changed since it was seen, or the same reply again
 */
export async function answerComment(
  context: RequestContext,
  { message, ...seen }: SeenComment & { message: string },
) {
  const { id, articleIds } = await context.database
    .transaction()
    .execute((transaction) => answer(transaction, context, seen, message))
  context.tagVersions.invalidate(articleIds.map(commentsTag))
  return id
}

async function answer(
  transaction: Transaction<Tables>,
  context: RequestContext,
  seen: SeenComment,
  message: string,
) {
  const { rows, failed, articleIds } = await lockComments(transaction, [seen])
  const [comment] = rows
  if (!comment) throw failed[0]?.error ?? notFound('This comment')
  // A visitor would not see the reply.
  if (comment.status === 'REJECTED') {
    throw conflict('This comment is rejected. Please approve it before you reply.')
  }
  const parentId = comment.parent_id ?? comment.id
  await refuseRepeated(transaction, message, parentId, context.now())
  await decideLocked(transaction, context, rows, { action: 'approve' })
  const at = context.now().toISOString()
  const reply = await insertComment(transaction, {
    article_id: comment.article_id,
    parent_id: parentId,
    name: company.name,
    email: '',
    message,
    status: 'APPROVED',
    held_at: null,
    created_at: at,
    staff_name: requireViewer(context).name,
  })
  await noteAnswers(transaction, [reply.id])
  const line = { action: 'created', target: 'company reply', id: reply.id } as const
  await writeAudit(transaction, context, { ...line, details: { comment: comment.id } })
  return { id: reply.id, articleIds }
}

/**
 * The article is locked, so that of two at once one is refused.
 * @throws 409 where the company has said the same below the comment within a day, and it stands there
 */
async function refuseRepeated(
  transaction: Transaction<Tables>,
  message: string,
  parentId: number,
  at: Date,
) {
  const since = new Date(at.getTime() - duplicateLimit.seconds * 1000).toISOString()
  const rows = await transaction
    .selectFrom('comments')
    .select('message')
    .where('parent_id', '=', parentId)
    .where('staff_name', '<>', '')
    .where('created_at', '>=', since)
    .where(isVisible())
    .execute()
  if (rows.some((row) => sameText(row.message) === sameText(message))) {
    throw conflict('The same reply is below this comment already.')
  }
}
