import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { daysBefore, hourMs } from '#shared/durations.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { followDays } from '../validation.ts'
import { confirmFollowEmail } from './answer-email.ts'
import { answersKnownSince } from './tell-followers.ts'

type Asking = { commentId: number; threadId: number; email: string; articleId: number }

/**
 * Asks by email whether its owner wants emails about answers, because anybody may have typed the address: once an hour
 * at most, and not when it has confirmed already.
 */
export async function askFollower(
  transaction: Transaction<Tables>,
  context: Pick<RequestContext, 'config' | 'secret' | 'readSettings' | 'clientIp'>,
  { commentId, threadId, email, articleId }: Asking,
  now: Date,
) {
  const created_at = now.toISOString()
  const anHourAgo = new Date(now.getTime() - hourMs).toISOString()
  const asked = await transaction
    .insertInto('comment_followers')
    .values({
      comment_id: commentId,
      thread_id: threadId,
      email,
      email_key: emailKeyOf(email),
      consent_version: privacyVersion,
      created_at,
      confirmed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['thread_id', 'email_key'])
        .doUpdateSet({ created_at, consent_version: privacyVersion, comment_id: commentId })
        .where('comment_followers.confirmed_at', 'is', null)
        .where('comment_followers.created_at', '<=', anHourAgo),
    )
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (!asked) return
  if (!(await consumeEmailLimits(transaction, context, email, now))) {
    // Nobody was asked: dated an hour back, so that their next comment asks.
    await transaction
      .updateTable('comment_followers')
      .set({ created_at: anHourAgo })
      .where('id', '=', asked.id)
      .execute()
    return
  }
  const { title } = await transaction
    .selectFrom('articles')
    .select('title')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const { FOLLOW } = (await context.readSettings(transaction)).visitors
  const question = confirmFollowEmail(context, asked, title, FOLLOW)
  await putInOutbox(transaction, question, created_at)
}

/** Requests made after this can still be confirmed. */
export const followersOpenSince = (now: Date) => daysBefore(now, followDays)

/** Deletes followers who have not confirmed in time, and the records of emails of a month ago. */
export async function removeOldFollowers({ database, now }: Pick<Services, 'database' | 'now'>) {
  await database
    .deleteFrom('comment_followers')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', followersOpenSince(now()))
    .execute()
  await database
    .deleteFrom('comment_answers')
    .where('told_at', '<=', answersKnownSince(now()))
    .execute()
}
