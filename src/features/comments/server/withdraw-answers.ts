import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { type EmailPart, emailText } from '#platform/mail/email-parts.ts'
import { answersListOf, quoteOf } from './answer-email.ts'

/**
 * Takes comments out of the unsent emails about answers, before they are deleted. An email without an answer
 * goes, and so do all about a thread whose first comment goes. What is on its way to the mail server can't be called back.
 */
export async function withdrawAnswers(transaction: Transaction<Tables>, ids: readonly number[]) {
  const comments = await transaction
    .selectFrom('comments')
    .select(['id', 'parent_id', 'name', 'message', 'staff_name'])
    .where('id', 'in', ids)
    .execute()
  const emails = await findUnsent(
    transaction,
    comments.map(({ id, parent_id }) => parent_id ?? id),
  )
  const lists = new Set(comments.flatMap((one) => (one.parent_id ? [] : [answersListOf(one.id)])))
  const answers = comments.filter(({ parent_id }) => parent_id !== null)
  for (const { id, list_key, parts: text } of emails) {
    const all: EmailPart[] = JSON.parse(text)
    const parts = [...all]
    for (const answer of answers.filter(
      (one) => answersListOf(Number(one.parent_id)) === list_key,
    )) {
      // Another one may say the same.
      const index = parts.findIndex((part) => isQuote(part) && part.quote === quoteOf(answer).quote)
      if (index >= 0) parts.splice(index, 1)
    }
    if (lists.has(list_key) || !parts.some(isQuote)) {
      await transaction.deleteFrom('outbox').where('id', '=', id).execute()
    } else if (parts.length < all.length) {
      await transaction
        .updateTable('outbox')
        .set({ parts: JSON.stringify(parts), body: emailText(parts) })
        .where('id', '=', id)
        .execute()
    }
  }
}

const isQuote = (part: EmailPart) => typeof part === 'object' && 'quote' in part

/** The emails about answers in these threads that are not sent, locked. */
async function findUnsent(transaction: Transaction<Tables>, threads: readonly number[]) {
  if (threads.length === 0) return []
  return transaction
    .selectFrom('outbox')
    .select(['id', 'list_key', 'parts'])
    .where('recipient', 'in', (followers) =>
      followers.selectFrom('comment_followers').select('email').where('thread_id', 'in', threads),
    )
    .where('list_key', 'in', threads.map(answersListOf))
    .where('sent_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}
