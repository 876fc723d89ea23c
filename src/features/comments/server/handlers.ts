import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { commentsContract } from '../contract.ts'
import { isArticleVisible, postComment } from './post.ts'
import { findVisibleComments } from './queries.ts'

const procedures = implementContract(commentsContract)

export const commentsHandlers = procedures.router({
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
})
