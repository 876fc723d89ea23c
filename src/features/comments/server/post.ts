import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { isForeignKeyViolation } from '#database/errors.ts'
import type { Database } from '#database/open.ts'
import { prepareInsert } from '#database/prepared.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound, rejectFields } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { consumeTextLimit, issueFormToken } from '#platform/security/spam-check.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { allDone } from '#shared/all-done.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { type CommentInput, commentsContract } from '../contract.ts'
import type { HeldReason } from '../validation.ts'
import { noteAnswers } from './answers.ts'
import { askFollower } from './followers.ts'
import { consumeShownLimits, meetBlock, networkKeyOf, suspicionOf, waveKeyOf } from './holding.ts'
import {
  commentsTag,
  findVisibleComments,
  isArticleVisible,
  isCompany,
  isVisible,
} from './queries.ts'

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

type Target = { news_id: number } | { comment_id: number }

/**
 * Stores a comment, or a reply if the target is a comment. Suspected spam is stored but held, so that a false positive
 * loses nothing; so are repeated texts, what a block names, and all that comes while comments flood in. The same text
 * again from the same network is answered with the comment that is stored: the first answer may have been lost. From
 * elsewhere it is a repeated text like any, or who guesses the email of a comment would be told whether it is right.
 * @throws 404 for a target that visitors don't see; 400 for a reply to a reply; 409 for what staff have removed; 429
 */
async function postComment(context: RequestContext, input: CommentInput, target: Target) {
  const suspicion = await suspicionOf(context, input)
  const { comments } = await context.readSettings()
  const moderation = comments.moderation === 'before' ? 'moderation' : null
  const sent = { networkKey: networkKeyOf(context), heldReason: suspicion ?? moderation }
  try {
    const { articleId, ...comment } = await context.database
      .transaction()
      .execute((transaction) => store(transaction, context, input, target, sent))
    context.tagVersions.invalidate([commentsTag(articleId)])
    return comment
  } catch (error) {
    if (error instanceof PostedAlready) return error.comment
    // The target was deleted at the same time.
    if (!isForeignKeyViolation(error)) throw error
    throw notFound('news_id' in target ? 'This article' : 'This comment')
  }
}

async function store(
  transaction: Transaction<Tables>,
  context: RequestContext,
  input: CommentInput,
  target: Target,
  { networkKey, heldReason }: { networkKey: string; heldReason: HeldReason | null },
) {
  const at = context.now()
  const { articleId, parentId } =
    'news_id' in target
      ? { articleId: target.news_id, parentId: null }
      : await getParent(transaction, target.comment_id, at)
  const { name, email, message } = input
  const place = { articleId, parentId }
  const sent = { email, message, networkKey }
  const [, isNew, block, isFirst] = await allDone([
    'news_id' in target && requireArticle(transaction, articleId, at),
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
    throw rejectFields({ comment_id: ['Please reply to the comment itself, not to a reply'] })
  }
  return { articleId: parent.article_id, parentId: id }
}

const duplicateLimit = { calls: 1, seconds: 24 * 60 * 60 }
type Place = { articleId: number; parentId: number | null }
type Text = Pick<CommentInput, 'email' | 'message'> & { networkKey: string }

/** What two texts have in common that are the same to a reader. */
const sameText = (message: string) => message.toLowerCase().replace(/\s+/g, ' ')

/**
 * Counts a text by its email and network, in the transaction that stores the comment, so that of concurrent duplicates
 * only one is stored, also across processes.
 * @returns whether it is the first within a day
 */
async function consumeDuplicateLimit(
  transaction: Transaction<Tables>,
  { email, message, networkKey }: Text,
  { articleId, parentId }: Place,
  at: Date,
) {
  const digest = createHash('sha256')
    .update(JSON.stringify([articleId, parentId, networkKey, emailKeyOf(email), sameText(message)]))
    .digest('base64url')
  return (await consumeLimit(transaction, `comment:${digest}`, duplicateLimit, at)) === null
}

const postedAlready = () => conflict('You have posted this already. It has arrived.')

/** Ends the transaction of a duplicate, so that it counts for nothing. */
class PostedAlready extends Error {
  readonly comment: Awaited<ReturnType<typeof findPosted>>
  constructor(comment: PostedAlready['comment']) {
    super()
    this.comment = comment
  }
}

/** The comment that a duplicate repeats. @throws 409 where staff have rejected or deleted it */
async function findPosted(
  transaction: Transaction<Tables>,
  { email, message, networkKey }: Text,
  { articleId, parentId }: Place,
  at: Date,
) {
  const since = new Date(at.getTime() - duplicateLimit.seconds * 1000).toISOString()
  const rows = await transaction
    .selectFrom('comments')
    .select(['id', 'name', 'message', 'created_at', 'parent_id as parent', 'held_at'])
    .where('article_id', '=', articleId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('email_key', '=', emailKeyOf(email))
    .where('network_key', '=', networkKey)
    .where('created_at', '>=', since)
    .where('status', '!=', 'REJECTED')
    .orderBy('id', 'desc')
    .execute()
  const posted = rows.find((row) => sameText(row.message) === sameText(message))
  if (!posted) throw postedAlready()
  const { held_at, ...comment } = posted
  return { ...comment, is_company: false, latest_reply: null, is_held: held_at !== null }
}

/** @throws 409 for the same answer of staff's within a day */
export async function refuseDuplicate(
  transaction: Transaction<Tables>,
  message: string,
  place: Place,
  at: Date,
) {
  const text = { email: '', message, networkKey: '' }
  if (!(await consumeDuplicateLimit(transaction, text, place, at))) throw postedAlready()
}
