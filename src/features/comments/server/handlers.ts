import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { batchOutcome } from '#platform/text/batch.ts'
import { type commentActions, commentsContract } from '../contract.ts'
import { moderateComments } from './moderate.ts'
import { isArticleVisible, postComment } from './post.ts'
import { findComment, findComments, findVisibleComments } from './queries.ts'

const procedures = implementContract(commentsContract)

export const commentsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) =>
    findComments(context.database, input, input),
  ),

  ofArticle: procedures.ofArticle.handler(async ({ input, context }) => {
    if (!(await isArticleVisible(context.database, input.id, context.now()))) {
      throw notFound('This article')
    }
    return findVisibleComments(context.database, input.id, input)
  }),

  formToken: procedures.formToken.handler(({ context }) => ({
    form_token: issueFormToken(context),
  })),

  create: procedures.create.handler(({ input, context }) => postComment(context, input, input)),

  reply: procedures.reply.handler(({ input, context }) => postComment(context, input, input)),

  approve: procedures.approve.handler(async ({ input, context }) => {
    await moderate(context, input.id, 'approve')
    return getComment(context, input.id)
  }),

  reject: procedures.reject.handler(async ({ input, context }) => {
    await moderate(context, input.id, 'reject')
    return getComment(context, input.id)
  }),

  delete: procedures.delete.handler(({ input, context }) => moderate(context, input.id, 'delete')),

  batch: procedures.batch.handler(async ({ input, context }) => {
    const done = await moderateAndLog(context, input.comment_ids, input.action)
    return batchOutcome(input.comment_ids, done, 'This comment')
  }),
})

type Action = (typeof commentActions)[number]

async function moderate(context: RequestContext, id: number, action: Action) {
  const done = await moderateAndLog(context, [id], action)
  if (done.length === 0) throw notFound('This comment')
}

async function moderateAndLog(context: RequestContext, ids: readonly number[], action: Action) {
  const done = await moderateComments(context.database, ids, action, context.now().toISOString())
  context.log.info(
    { audit: action, userId: requireViewer(context).id, ids: done },
    'comments moderated',
  )
  return done
}

async function getComment({ database }: Pick<RequestContext, 'database'>, id: number) {
  const comment = await findComment(database, id)
  if (!comment) throw notFound('This comment')
  return comment
}
