import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { badRequest, gone } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { consumeMailboxLimit } from '#platform/mail/mailbox.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { withholdIssues } from '#platform/mail/withhold.ts'
import { readSignedId } from '#platform/security/signed-id.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { hourMs } from '#shared/durations.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { commentFollowersContract } from '../follow-contract.ts'
import { followDays, followMessages } from '../validation.ts'
import { answersListOf, confirmFollowEmail, followPurpose } from './answer-email.ts'

const keptMs = followDays * 24 * hourMs
const toldMs = 30 * 24 * hourMs

type Asking = { commentId: number; threadId: number; email: string; articleId: number }

/**
 * Asks by email whether its owner wants emails about answers, because anybody may have typed the address: once an hour
 * at most, and not when it has confirmed already.
 */
export async function askFollower(
  transaction: Transaction<Tables>,
  context: Pick<RequestContext, 'config' | 'secret' | 'readSettings'>,
  { commentId, threadId, email, articleId }: Asking,
  now: Date,
) {
  const created_at = now.toISOString()
  const asked = await transaction
    .insertInto('comment_followers')
    .values({
      ...{ comment_id: commentId, thread_id: threadId, email, email_key: emailKeyOf(email) },
      ...{ consent_version: privacyVersion, created_at, confirmed_at: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['thread_id', 'email_key'])
        .doUpdateSet({ created_at, consent_version: privacyVersion, comment_id: commentId })
        .where('comment_followers.confirmed_at', 'is', null)
        .where(
          'comment_followers.created_at',
          '<=',
          new Date(now.getTime() - hourMs).toISOString(),
        ),
    )
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (!asked || !(await consumeMailboxLimit(transaction, email, now))) return
  const { title } = await transaction
    .selectFrom('articles')
    .select('title')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const { FOLLOW } = (await context.readSettings(transaction)).visitors
  const question = confirmFollowEmail(context, asked, title, FOLLOW)
  await putInOutbox(transaction, question, created_at)
}

/** The follower of a link in an email. @throws 400 unless it was signed here, 410 when it is not stored any more */
async function getFollower(
  { database, secret, now }: Pick<RequestContext, 'database' | 'secret' | 'now'>,
  token: string,
) {
  const id = readSignedId({ secret }, followPurpose, token)
  if (id === null) throw badRequest(followMessages.token)
  const row = await database
    .selectFrom('comment_followers')
    .innerJoin('comments', 'comments.id', 'comment_followers.thread_id')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .select([
      'comment_followers.id',
      'comment_followers.created_at',
      ...(['confirmed_at', 'title', 'slug'] as const),
    ])
    .where('comment_followers.id', '=', id)
    .executeTakeFirst()
  if (!row || (!row.confirmed_at && row.created_at <= openSince(now()))) {
    throw gone(followMessages.gone)
  }
  const status = row.confirmed_at ? ('CONFIRMED' as const) : ('ASKED' as const)
  return { id: row.id, title: row.title, slug: row.slug, status }
}

const openSince = (now: Date) => new Date(now.getTime() - keptMs).toISOString()

/** @throws as `getFollower` does */
async function confirmFollower(context: RequestContext, token: string) {
  const { id } = await getFollower(context, token)
  const at = context.now().toISOString()
  const { numUpdatedRows } = await context.database
    .updateTable('comment_followers')
    .set(({ fn, val }) => ({ confirmed_at: fn.coalesce('confirmed_at', val(at)) }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Unsubscribed in another tab since.
  if (numUpdatedRows === 0n) throw gone(followMessages.gone)
}

/**
 * Forgets a follower, and withholds the emails that wait for them. Does nothing if that is done.
 * @throws 400 unless the token was signed here
 */
async function removeFollower(
  { database, secret }: { database: Database; secret: string },
  token: string,
) {
  const id = readSignedId({ secret }, followPurpose, token)
  if (id === null) throw badRequest(followMessages.token)
  await database.transaction().execute(async (transaction) => {
    const stopped = await transaction
      .deleteFrom('comment_followers')
      .where('id', '=', id)
      .returning(['email', 'thread_id'])
      .executeTakeFirst()
    if (!stopped) return
    await withholdIssues(transaction, stopped.email, answersListOf(stopped.thread_id))
  })
}

/** Deletes followers who have not confirmed in time, and the records of emails of a month ago. */
export async function removeOldFollowers({ database, now }: Pick<Services, 'database' | 'now'>) {
  await database
    .deleteFrom('comment_followers')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', openSince(now()))
    .execute()
  await database
    .deleteFrom('comment_answers')
    .where('told_at', '<=', new Date(now().getTime() - toldMs).toISOString())
    .execute()
}

const following = implementContract(commentFollowersContract)

export const commentFollowersHandlers = following.router({
  ofToken: following.ofToken.handler(async ({ input, context }) => {
    const { id, ...follower } = await getFollower(context, input.token)
    return follower
  }),

  confirm: following.confirm.handler(async ({ input, context }) => {
    await confirmFollower(context, input.token)
    return { detail: followMessages.confirmed }
  }),

  stop: following.stop.handler(async ({ input, context }) => {
    await removeFollower(context, input.token)
    return { detail: followMessages.gone }
  }),
})
