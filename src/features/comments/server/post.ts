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
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import { checkForm, digestOfText, isRepeatedText } from '#platform/security/spam-check.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { CommentInput } from '../contract.ts'
import { domainOf, type HeldReason } from '../validation.ts'
import { noteAnswers } from './answers.ts'
import { meetBlock, networkKeyOf } from './blocks.ts'
import { askFollower } from './followers.ts'
import { commentsTag, isArticleVisible, isCompany, isVisible } from './queries.ts'

type Target = { news_id: number } | { comment_id: number }

/**
 * Stores a comment, or a reply if the target is a comment. Suspected spam is stored but held, so that a false positive
 * loses nothing; so are repeated texts, what a block names, and all that comes while comments flood in.
 * @throws 404 for a target that visitors don't see; 400 for a reply to a reply; 409 for the same text again; 429
 */
export async function postComment(context: RequestContext, input: CommentInput, target: Target) {
  const suspicion = await suspicionOf(context, input)
  const { comments } = await context.readSettings()
  const moderation = comments.moderation === 'before' ? 'moderation' : null
  const sent = { networkKey: networkKeyOf(context), mustHold: suspicion ?? moderation }
  try {
    const { articleId, ...comment } = await context.database
      .transaction()
      .execute((transaction) => store(transaction, context, input, target, sent))
    context.tagVersions.invalidate([commentsTag(articleId)])
    return comment
  } catch (error) {
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
  { networkKey, mustHold }: { networkKey: string; mustHold: HeldReason | null },
) {
  const at = context.now()
  const { articleId, parentId } =
    'news_id' in target
      ? { articleId: await getArticle(transaction, target.news_id, at), parentId: null }
      : await getParent(transaction, target.comment_id, at)
  await refuseDuplicate(transaction, input, { articleId, parentId }, at)
  const { name, email, message } = input
  const block = await meetBlock(transaction, { name, email, message, networkKey }, at)
  // Each counts the comment, also where another one holds it already.
  const isRepeated = await isRepeatedText(transaction, 'comment', message, at)
  const known = block ? 'block' : (mustHold ?? (isRepeated ? 'repeated' : null))
  const held = known ?? ((await isFlood(transaction, articleId, at)) ? 'flood' : null)
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

async function getArticle(transaction: Transaction<Tables>, id: number, at: Date) {
  if (!(await isArticleVisible(transaction, id, at))) throw notFound('This article')
  return id
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

/** Comments and replies per client in ten minutes without a form token. */
export const callsWithoutToken = 5
const duplicateLimit = { calls: 1, seconds: 24 * 60 * 60 }
const linksHeld = 3
/** How many comments are shown at once in ten minutes; more are held, however many networks they come from. */
const shownMax = { ofArticle: 20, ofSite: 60 }

/**
 * Why a comment looks like spam: a filled honeypot, a form sent too fast, or three links (one without a token).
 * @throws 429
 */
async function suspicionOf(
  context: RequestContext,
  comment: CommentInput,
): Promise<HeldReason | null> {
  const { token, isHoneypotFilled } = await checkForm(
    context,
    'comment',
    comment,
    callsWithoutToken,
  )
  if (isHoneypotFilled) return 'bot'
  if (token === 'too-fast') return 'too-fast'
  const linksMax = token === 'missing' ? 1 : linksHeld
  return countLinks(comment.message) >= linksMax ? 'links' : null
}

/** Counts a comment that would be shown. @returns whether an article or the site has had too many just now */
async function isFlood(transaction: Transaction<Tables>, articleId: number, at: Date) {
  const isFull = async (key: string, calls: number) =>
    (await consumeLimit(transaction, `comments:${key}`, { calls, seconds: 600 }, at)) !== null
  return (
    (await isFull(`article:${articleId}`, shownMax.ofArticle)) ||
    (await isFull('site', shownMax.ofSite))
  )
}

/**
 * Refuses the same text by the same e-mail within a day. Uses a limit in the transaction that stores the comment, so
 * that of concurrent duplicates only one is stored, also across processes.
 * @throws 409
 */
export async function refuseDuplicate(
  transaction: Transaction<Tables>,
  { email, message }: Pick<CommentInput, 'email' | 'message'>,
  target: { articleId: number; parentId: number | null },
  at: Date,
) {
  const text = message.toLowerCase().replace(/\s+/g, ' ')
  const digest = createHash('sha256')
    .update(JSON.stringify([target.articleId, target.parentId, emailKeyOf(email), text]))
    .digest('base64url')
  const waitS = await consumeLimit(transaction, `comment:${digest}`, duplicateLimit, at)
  if (waitS !== null) throw conflict('You have posted this already. It has arrived.')
}

/** URLs and link markup; a link that is both counts once. */
const links = /(?:https?:\/\/|www\.|<a\s|\[url)[^\s<\]]*/gi
const url = /(?:https?:\/\/|www\.)[^\s<>"'\])]+/i

const countLinks = (message: string) => message.match(links)?.length ?? 0

const linkLengthMax = 300

/** What comments of one spam wave have in common: the first link without its query or, without a link, the words. */
export function waveKeyOf(message: string) {
  const [link] = url.exec(message) ?? []
  if (!link) return `text:${digestOfText(message)}`
  const path = link.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^www\.[^/]*/i, '')
  const place = domainOf(link) + withoutEnd(path.replace(/[?#].*$/s, ''))
  return `link:${place.slice(0, linkLengthMax)}`
}

/** Without the signs at the end: the pattern `+$` would begin anew at each sign of a long row of them. */
function withoutEnd(path: string) {
  let end = path.length
  while (end > 0 && '/.,;:!'.includes(path.charAt(end - 1))) end -= 1
  return path.slice(0, end)
}
