import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { checkForm } from '#platform/security/spam-check.ts'
import type { CommentWords } from '../contract.ts'

/** What one address may post in ten minutes without a form's token, comments and replies together. */
const callsWithoutToken = 5
const sameWordsOnceIn = { calls: 1, seconds: 24 * 60 * 60 }
const linksHeld = 3

/**
 * A filled trap, a form sent back within a moment, or links: three of them, and without a token one.
 * @throws 429
 */
export async function looksLikeSpam(context: RequestContext, words: CommentWords) {
  const { token, isTrapped } = await checkForm(context, 'comment', words, callsWithoutToken)
  const linksMax = token === 'none' ? 1 : linksHeld
  return isTrapped || token === 'hasty' || linksIn(words.message) >= linksMax
}

/** Addresses and link markup; one that is both counts once. */
const linksIn = (message: string) =>
  message.match(/(?:https?:\/\/|www\.|<a\s|\[url)[^\s<\]]*/gi)?.length ?? 0

/**
 * Counted like a limit, in the transaction that stores the comment: of the same words sent twice at the same
 * moment, to whichever process, one gets in.
 * @throws 409
 */
export async function refuseSameWords(
  transaction: Transaction<Tables>,
  { email, message }: CommentWords,
  place: { articleId: number; parentId: number | null },
  at: Date,
) {
  const said = message.toLowerCase().replace(/\s+/g, ' ')
  const digest = createHash('sha256')
    .update(JSON.stringify([place.articleId, place.parentId, email.toLowerCase(), said]))
    .digest('base64url')
  const waitS = await consumeLimit(transaction, `comment:${digest}`, sameWordsOnceIn, at)
  if (waitS !== null) throw conflict('You have posted this already. It has arrived.')
}
