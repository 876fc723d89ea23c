import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { batchAudited, deleteAudited } from '#platform/security/audit-log.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { batchOutcome } from '#platform/text/batch.ts'
import { type commentActions, commentsContract } from '../contract.ts'
import { moderateComments } from './moderate.ts'
import { isArticleVisible, postComment } from './post.ts'
import { commentsTag, findComment, findComments, findVisibleComments } from './queries.ts'

const procedures = implementContract(commentsContract)

export const commentsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) =>
    findComments(context.database, input, input),
  ),

  ofArticle: procedures.ofArticle.handler(async ({ input, context }) => {
    if (!(await isArticleVisible(context.database, input.id, context.now()))) {
      throw notFound('This article')
    }
    return findVisibleComments(context, input.id, input)
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
    const { comment_ids: ids, action } = input
    const { run, dropPages } = moderation(context, ids, action)
    const done = await batchAudited(context, 'comment', action, run)
    dropPages()
    return batchOutcome(ids, done, 'This comment')
  }),
})

type Action = (typeof commentActions)[number]

async function moderate(context: RequestContext, id: number, action: Action) {
  const { run, dropPages } = moderation(context, [id], action)
  const first = async (transaction: Transaction<Tables>) => (await run(transaction))[0]
  const done =
    action === 'delete'
      ? await deleteAudited(context, 'comment', id, first)
      : await context.database.transaction().execute(first)
  if (done === undefined) throw notFound('This comment')
  dropPages()
}

/** Moderates within a transaction; once that has committed, the articles' cached comments must be dropped. */
function moderation(context: RequestContext, ids: readonly number[], action: Action) {
  let articleIds: number[] = []
  return {
    /** @returns the ids that existed */
    async run(transaction: Transaction<Tables>) {
      const now = context.now().toISOString()
      const moderated = await moderateComments(transaction, ids, action, now)
      articleIds = moderated.articleIds
      return moderated.known
    },
    dropPages: () => context.tagVersions.invalidate(articleIds.map(commentsTag)),
  }
}

async function getComment({ database }: Pick<RequestContext, 'database'>, id: number) {
  const comment = await findComment(database, id)
  if (!comment) throw notFound('This comment')
  return comment
}
