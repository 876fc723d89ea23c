import type { Transaction } from 'kysely'
import { isForeignKeyViolation } from '#database/errors.ts'
import { untilSynced } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { invalidFields, notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { findPageWithinLimit } from '#platform/rows/paging-limit.ts'
import { consumeTextLimit, issueFormToken } from '#platform/security/spam-check.ts'
import { allDone } from '#shared/all-done.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { type CommentInput, commentsContract } from '../contract.ts'
import type { HeldReason } from '../validation.ts'
import { meetBlock, networkKeyOf } from './blocks.ts'
import {
  consumeDuplicateLimit,
  consumeShownLimits,
  findPosted,
  PostedAlready,
  suspicionOf,
} from './checks.ts'
import { askFollower } from './followers.ts'
import {
  commentsTag,
  findVisibleComments,
  insertComment,
  isArticleVisible,
  isVisible,
} from './queries.ts'
import { noteAnswers } from './tell-followers.ts'

const procedures = implementContract(commentsContract)

export const commentsHandlers = procedures.router({
  ofArticle: procedures.ofArticle.handler(async ({ input, context }) => {
    if (!(await isArticleVisible(context.database, input.id, context.now()))) {
      throw notFound('This article')
    }
    return findPageWithinLimit(input, (page) => findVisibleComments(context, input.id, page))
  }),

  formToken: procedures.formToken.handler(({ context }) => ({
    form_token: issueFormToken(context),
  })),

  create: procedures.create.handler(({ input, context }) => postComment(context, input)),

  reply: procedures.reply.handler(({ input, context }) => postComment(context, input)),
})

/**
 * Stores a comment, or a reply if it names a comment. Suspected spam is stored but held, so that a false positive loses
 * nothing; so are repeated texts, what a block names, and all that comes while comments flood in. The same text again
 * from the same network is answered with the comment that is stored: the first answer may have been lost. From
 * elsewhere it is a repeated text like any other: somebody who guesses the email of a comment must not learn whether it
 * is right.
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
    if (error instanceof PostedAlready) {
      await untilSynced(context.database)
      return error.comment
    }
    // The target was deleted at the same time.
    if (!isForeignKeyViolation(error)) throw error
    throw notFound('news_id' in input ? 'This article' : 'This comment')
  }
}

/** A comment on an article, or a reply to a comment. */
type SentComment = CommentInput & ({ news_id: number } | { comment_id: number })

/**
 * Stores a comment in the transaction.
 * @throws `PostedAlready`; 404 and 400 as `postComment` does
 */
async function storeComment(
  transaction: Transaction<Tables>,
  context: RequestContext,
  input: SentComment,
  { networkKey, heldReason }: { networkKey: string; heldReason: HeldReason | null },
) {
  const at = context.now()
  const { articleId, parentId } =
    'news_id' in input
      ? { articleId: input.news_id, parentId: null }
      : await getParent(transaction, input.comment_id, at)
  const { name, email, message } = input
  const place = { articleId, parentId }
  const sent = { email, message, networkKey }
  const [, isNew, block, isFirst] = await allDone([
    'news_id' in input && requireArticle(transaction, articleId, at),
    consumeDuplicateLimit(transaction, sent, place, at),
    // Each counts the comment, also where another one holds it already.
    meetBlock(transaction, { name, email, message, networkKey }, at),
    consumeTextLimit(transaction, 'comment', message, at),
  ])
  if (!isNew) throw new PostedAlready(await findPosted(transaction, sent, place, at))
  const known = block ? 'block' : (heldReason ?? (isFirst ? null : 'repeated'))
  const held = known ?? ((await consumeShownLimits(transaction, articleId, at)) ? null : 'flood')
  const comment = await insertComment(transaction, {
    article_id: articleId,
    parent_id: parentId,
    name,
    email,
    message,
    status: 'PENDING',
    held_at: held && at.toISOString(),
    held_reason: held ?? '',
    network_key: networkKey,
    consent_version: privacyVersion,
    ...(block && { wave_key: `${block.kind}:${block.value}` }),
    created_at: at.toISOString(),
  })
  // Suspected spam mails nobody.
  if (input.notify && (held === null || held === 'moderation')) {
    const thread = { commentId: comment.id, threadId: parentId ?? comment.id }
    await askFollower(transaction, context, { ...thread, articleId, email }, at)
  }
  if (parentId !== null) await noteAnswers(transaction, [comment.id])
  return { ...comment, is_held: held !== null, articleId }
}

async function requireArticle(transaction: Transaction<Tables>, id: number, at: Date) {
  if (!(await isArticleVisible(transaction, id, at))) throw notFound('This article')
}

async function getParent(transaction: Transaction<Tables>, id: number, at: Date) {
  const parent = await transaction
    .selectFrom('comments')
    .select(['article_id', 'parent_id'])
    .where('id', '=', id)
    .where(isVisible())
    .executeTakeFirst()
  if (!parent || !(await isArticleVisible(transaction, parent.article_id, at))) {
    throw notFound('This comment')
  }
  if (parent.parent_id !== null) {
    throw invalidFields({ comment_id: ['Please reply to the comment itself, not to a reply'] })
  }
  return { articleId: parent.article_id, parentId: id }
}
