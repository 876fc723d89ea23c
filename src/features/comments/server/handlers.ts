import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { commentsContract } from '../contract.ts'
import { commentFollowersContract } from '../follow-contract.ts'
import { followMessages } from '../validation.ts'
import { confirmFollower, getFollower, removeFollower } from './followers.ts'
import { postComment } from './post.ts'
import { findVisibleComments, isArticleVisible } from './queries.ts'

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

const following = implementContract(commentFollowersContract)

export const commentFollowersHandlers = following.router({
  ofToken: following.ofToken.handler(async ({ input, context }) => {
    const { id, ...follower } = await getFollower(context, input.token)
    return follower
  }),

  confirm: following.confirm.handler(async ({ input, context }) => {
    await confirmFollower(context, input.token)
    return { detail: followMessages.confirmed }
  }),

  stop: following.stop.handler(async ({ input, context }) => {
    await removeFollower(context, input.token)
    return { detail: followMessages.gone }
  }),
})
