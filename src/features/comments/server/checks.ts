import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { checkForm, digestOfText } from '#platform/security/spam-check.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import type { CommentInput } from '../contract.ts'
import { domainOf, type HeldReason } from '../validation.ts'

/** Comments and replies per client in ten minutes without a form token. */
export const callsWithoutToken = 5
/** A comment with so many links is held. */
const linksToHold = { withToken: 3, withoutToken: 1 }
/** How many comments are shown at once in ten minutes; more are held, however many networks they come from. */
const shownMax = { ofArticle: 20, ofSite: 60 }

/**
 * Why a comment looks like spam: a filled honeypot, a form sent too fast, or three links (one without a token).
 * @throws 429
 */
export async function suspicionOf(
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
  const toHold = token === 'missing' ? linksToHold.withoutToken : linksToHold.withToken
  return countLinks(comment.message) >= toHold ? 'links' : null
}

/** Counts a comment that would be shown. @returns whether it may be: the article and the site have not had too many */
export async function consumeShownLimits(
  transaction: Transaction<Tables>,
  articleId: number,
  at: Date,
) {
  const consume = async (key: string, calls: number) =>
    (await consumeLimit(transaction, `comments:${key}`, { calls, seconds: 600 }, at)) === null
  return (
    (await consume(`article:${articleId}`, shownMax.ofArticle)) &&
    (await consume('site', shownMax.ofSite))
  )
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

export const duplicateLimit = { calls: 1, seconds: 24 * 60 * 60 }
type Place = { articleId: number; parentId: number | null }
type Text = Pick<CommentInput, 'email' | 'message'> & { networkKey: string }

/** What two texts have in common that are the same to a reader. */
export const sameText = (message: string) => message.toLowerCase().replace(/\s+/g, ' ')

/**
 * Counts a text by its email and network, in the transaction that stores the comment, so that of concurrent duplicates
 * only one is stored, also across processes.
 * @returns whether it is the first within a day
 */
export async function consumeDuplicateLimit(
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
export async function findPosted(
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
