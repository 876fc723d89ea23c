import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { CallContext } from '#platform/context.ts'
import { conflict, notFound, rejectFields, tooManyRequests } from '#platform/errors.ts'
import { readFormToken } from '#platform/form-token.ts'
import { countAgainstLimit } from '#platform/limits.ts'
import type { CommentWords } from '../contract.ts'
import { isVisible } from './visible.ts'

/** What one address may post in ten minutes without a form's token, comments and replies together. */
const withoutToken = { calls: 5, seconds: 600 }
const sameWordsOnceIn = { calls: 1, seconds: 24 * 60 * 60 }
/** From so many links on a comment is held, and without a form's token from the first. */
const linksHeld = 3

type Place = { news_id: number } | { comment_id: number }

/**
 * Stores a comment or, where a comment is named, a reply to it. What looks like spam is kept and held, so
 * that nobody's words are lost to a mistaken rule.
 * @throws 404 for what visitors don't see; 400 for a reply to a reply; 409 for the same words again; 429
 */
export async function postComment(context: CallContext, words: CommentWords, place: Place) {
  const token = readFormToken(words.form_token, context)
  if (token === 'none') await limitWithoutToken(context)
  const isHeld =
    context.config.commentModeration === 'before' ||
    token === 'hasty' ||
    (words.website ?? '').trim() !== '' ||
    linksIn(words.message) >= (token === 'none' ? 1 : linksHeld)
  const at = context.now()
  return context.database.transaction().execute(async (transaction) => {
    const { articleId, parentId } =
      'news_id' in place
        ? { articleId: await getArticle(transaction, place.news_id, at), parentId: null }
        : await getParent(transaction, place.comment_id, at)
    await refuseSameWords(transaction, words, { articleId, parentId }, at)
    const { name, email, message } = words
    const comment = await insertComment(transaction, {
      article_id: articleId,
      parent_id: parentId,
      name,
      email,
      message,
      status: 'PENDING',
      held_at: isHeld ? at.toISOString() : null,
      created_at: at.toISOString(),
    })
    return { ...comment, is_held: isHeld }
  })
}

export type NewComment = {
  article_id: number
  parent_id: number | null
  name: string
  email: string
  message: string
  status: string
  held_at: string | null
  created_at: string
}

/** @returns the comment as visitors see it */
export async function insertComment(database: Database, comment: NewComment) {
  const row = await database
    .insertInto('comments')
    .values({
      ...comment,
      name_key: searchable(comment.name),
      search_text: searchable(`${comment.name} ${comment.email} ${comment.message}`),
      updated_at: comment.created_at,
    })
    .returning(['id', 'name', 'message', 'created_at', 'parent_id as parent'])
    .executeTakeFirstOrThrow()
  return { ...row, latest_reply: null }
}

async function limitWithoutToken(context: CallContext) {
  const key = `comment-without-token:${context.address}`
  const waitS = await countAgainstLimit(context.database, key, withoutToken, context.now())
  if (waitS !== null) throw tooManyRequests(context.answerHeaders, waitS)
}

/** Addresses and link markup; one that is both counts once. */
const linksIn = (message: string) =>
  message.match(/(?:https?:\/\/|www\.|<a\s|\[url)[^\s<\]]*/gi)?.length ?? 0

/**
 * Counted like a limit, in the transaction that stores the comment: of the same words sent twice at the same
 * moment, to whichever process, one gets in.
 */
async function refuseSameWords(
  transaction: Transaction<Tables>,
  { email, message }: CommentWords,
  place: { articleId: number; parentId: number | null },
  at: Date,
) {
  const said = message.toLowerCase().replace(/\s+/g, ' ')
  const digest = createHash('sha256')
    .update(JSON.stringify([place.articleId, place.parentId, email.toLowerCase(), said]))
    .digest('base64url')
  const waitS = await countAgainstLimit(transaction, `comment:${digest}`, sameWordsOnceIn, at)
  if (waitS !== null) throw conflict('You have posted this already. It has arrived.')
}

async function getArticle(transaction: Transaction<Tables>, id: number, at: Date) {
  if (!(await isArticleVisible(transaction, id, at))) throw notFound('This article')
  return id
}

async function getParent(transaction: Transaction<Tables>, id: number, at: Date) {
  const parent = await transaction
    .selectFrom('comments')
    .select(['article_id', 'parent_id'])
    .where('id', '=', id)
    .where(isVisible)
    .executeTakeFirst()
  if (!parent || !(await isArticleVisible(transaction, parent.article_id, at))) {
    throw notFound('This comment')
  }
  if (parent.parent_id !== null) {
    throw rejectFields({ comment_id: ['Please reply to the comment itself, not to a reply'] })
  }
  return { articleId: parent.article_id, parentId: id }
}

export async function isArticleVisible(database: Database, id: number, at: Date) {
  const row = await database
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('published_at', '<=', at.toISOString())
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
