import { isForeignKeyViolation } from '#database/errors.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { commentsContract } from '../contract.ts'
import { networkKeyOf, suspicionOf } from './holding.ts'
import { PostedAlready, type SentComment, storeComment } from './post.ts'
import { commentsTag, findVisibleComments, isArticleVisible } from './queries.ts'

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

  create: procedures.create.handler(({ input, context }) => postComment(context, input)),

  reply: procedures.reply.handler(({ input, context }) => postComment(context, input)),
})

/**
 * Stores a comment, or a reply if it names a comment. Suspected spam is stored but held, so that a false positive
 * loses nothing; so are repeated texts, what a block names, and all that comes while comments flood in. The same text
 * again from the same network is answered with the comment that is stored: the first answer may have been lost. From
 * elsewhere it is a repeated text like any, or who guesses the email of a comment would be told whether it is right.
 * @throws 404 for a target that visitors don't see; 400 for a reply to a reply; 409 for what staff have removed; 429
 */
async function postComment(context: RequestContext, input: SentComment) {
  const suspicion = await suspicionOf(context, input)
  const { comments } = await context.readSettings()
  const moderation = comments.moderation === 'before' ? 'moderation' : null
  const sent = { networkKey: networkKeyOf(context), heldReason: suspicion ?? moderation }
  try {
    const { articleId, ...comment } = await context.database
      .transaction()
      .execute((transaction) => storeComment(transaction, context, input, sent))
    context.tagVersions.invalidate([commentsTag(articleId)])
    return comment
  } catch (error) {
    if (error instanceof PostedAlready) return error.comment
    // The target was deleted at the same time.
    if (!isForeignKeyViolation(error)) throw error
    throw notFound('news_id' in input ? 'This article' : 'This comment')
  }
}
