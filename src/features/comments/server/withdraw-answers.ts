import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { type EmailPart, emailText } from '#platform/mail/email-parts.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { chunksOf } from '#shared/chunks.ts'
import { answersListOf, withAnswers } from './answer-email.ts'

/**
 * Takes comments out of the unsent emails about answers, before they are deleted. An email without an answer goes, and
 * so do all to who asked for them with a comment that goes. What is on its way to the mail server can't be called back.
 * @returns the answers among them that were only in emails which nobody got
 */
export async function withdrawAnswers(transaction: Transaction<Tables>, ids: readonly number[]) {
  const comments = await transaction
    .selectFrom('comments')
    .select(['id', 'parent_id'])
    .where('id', 'in', ids)
    .execute()
  const threads = [...new Set(comments.map(({ id, parent_id }) => parent_id ?? id))]
  if (threads.length === 0) return []
  const followers = await lockFollowers(transaction, threads)
  const emails = await findUnsent(transaction, followers)
  const told = emails.length === 0 ? [] : await findTold(transaction, threads)
  const going = told.filter(({ id }) => ids.includes(id))
  const begun = going.length === 0 ? [] : await findBegun(transaction, going)
  for (const { id, recipient, list_key, parts: text, created_at } of emails) {
    const email_key = emailKeyOf(recipient)
    const follower = followers.find(
      (one) => one.email_key === email_key && answersListOf(one.thread_id) === list_key,
    )
    if (!follower) continue
    const { thread_id, comment_id } = follower
    const isGone = ids.includes(thread_id) || ids.includes(comment_id)
    const answers = told.filter(
      (one) =>
        one.thread_id === thread_id && one.told_at === created_at && one.email_key !== email_key,
    )
    const left = isGone ? [] : answers.filter((one) => !ids.includes(one.id))
    if (left.length === 0) {
      await transaction.deleteFrom('outbox').where('id', '=', id).execute()
    } else if (left.length < answers.length) {
      const parts = withAnswers(JSON.parse(text) as EmailPart[], left)
      await transaction
        .updateTable('outbox')
        .set({ parts: JSON.stringify(parts), body: emailText(parts) })
        .where('id', '=', id)
        .execute()
    }
  }
  return going
    .filter((one) => emails.some(isAbout(one)) && !begun.some(isAbout(one)))
    .map(({ id }) => id)
}

type Told = { thread_id: number; told_at: string | null; email_key: string }
type AnswerEmail = { recipient: string; list_key: string; created_at: string }

const isAbout =
  ({ thread_id, told_at, email_key }: Told) =>
  ({ recipient, list_key, created_at }: AnswerEmail) =>
    list_key === answersListOf(thread_id) &&
    created_at === told_at &&
    emailKeyOf(recipient) !== email_key

/** The emails of the same times that were sent, or that a process may be sending. */
const findBegun = (transaction: Transaction<Tables>, told: readonly Told[]) =>
  transaction
    .selectFrom('outbox')
    .select(['recipient', 'list_key', 'created_at'])
    .where('list_key', 'in', [...new Set(told.map((one) => answersListOf(one.thread_id)))])
    .where('created_at', 'in', [...new Set(told.flatMap(({ told_at }) => told_at ?? []))])
    .where((where) => where.or([where('sent_at', 'is not', null), where('claim', 'is not', null)]))
    .execute()

/** Empties the emails that were sent about answers which are erased: they quote them. */
export async function emptyTold(transaction: Transaction<Tables>, ids: readonly number[]) {
  const told = await transaction
    .selectFrom('comment_answers')
    .select(['thread_id', 'told_at'])
    .where('reply_id', 'in', ids)
    .where('told_at', 'is not', null)
    .execute()
  if (told.length === 0) return
  await transaction
    .updateTable('outbox')
    .set({ body: '', parts: '' })
    .where('list_key', 'in', [...new Set(told.map((one) => answersListOf(one.thread_id)))])
    .where('created_at', 'in', [...new Set(told.flatMap(({ told_at }) => told_at ?? []))])
    .where('sent_at', 'is not', null)
    .execute()
}

const batchSize = 1_000

/** Takes back the unsent emails about answers below an article that is about to be deleted with its comments. */
export async function withdrawAnswersBelow(transaction: Transaction<Tables>, articleId: number) {
  await lockRow(transaction, 'articles', articleId)
  const followers = await transaction
    .selectFrom('comment_followers')
    .select('thread_id')
    .where('thread_id', 'in', (below) =>
      below.selectFrom('comments').select('id').where('article_id', '=', articleId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const threads = [...new Set(followers.map(({ thread_id }) => thread_id))]
  for (const some of chunksOf(threads, batchSize)) {
    await transaction
      .deleteFrom('outbox')
      .where('list_key', 'in', some.map(answersListOf))
      .where('sent_at', 'is', null)
      .execute()
  }
}

/** Who stops being told locks the follower as well, and then the emails. */
const lockFollowers = (transaction: Transaction<Tables>, threads: readonly number[]) =>
  transaction
    .selectFrom('comment_followers')
    .select(['thread_id', 'comment_id', 'email_key'])
    .where('thread_id', 'in', threads)
    .orderBy('id')
    .forUpdate()
    .execute()

/** The emails to these followers that are not sent, locked. */
async function findUnsent(
  transaction: Transaction<Tables>,
  followers: readonly { thread_id: number; email_key: string }[],
) {
  if (followers.length === 0) return []
  return (
    transaction
      .selectFrom('outbox')
      .select(['id', 'recipient', 'list_key', 'parts', 'created_at'])
      // Those of a process of the version before have no key.
      .where('recipient_key', 'in', ['', ...followers.map(({ email_key }) => email_key)])
      .where('list_key', 'in', [...new Set(followers.map((one) => answersListOf(one.thread_id)))])
      .where('sent_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
  )
}

/** The answers in these threads that followers got emails about, each with the time of its emails. */
const findTold = (transaction: Transaction<Tables>, threads: readonly number[]) =>
  transaction
    .selectFrom('comment_answers')
    .innerJoin('comments', 'comments.id', 'comment_answers.reply_id')
    .select(['comments.id', 'thread_id', 'told_at', 'name', 'message', 'staff_name', 'email_key'])
    .where('thread_id', 'in', threads)
    .where('told_at', 'is not', null)
    .orderBy('comments.id')
    .execute()
