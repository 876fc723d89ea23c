import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { prepareInsert } from '#database/prepared.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound, rejectFields } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { consumeTextLimit } from '#platform/security/spam-check.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { allDone } from '#shared/all-done.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { CommentInput } from '../contract.ts'
import type { HeldReason } from '../validation.ts'
import { noteAnswers } from './answers.ts'
import { askFollower } from './followers.ts'
import { consumeShownLimits, meetBlock, waveKeyOf } from './holding.ts'
import { isArticleVisible, isCompany, isVisible } from './queries.ts'

/** A comment on an article, or a reply to a comment. */
export type SentComment = CommentInput & ({ news_id: number } | { comment_id: number })

/**
 * Stores a comment in the transaction.
 * @throws `PostedAlready`; 404 and 400 as `postComment` does
 */
export async function storeComment(
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
export class PostedAlready extends Error {
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
