import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { badRequest, gone } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { withholdList } from '#platform/mail/withhold.ts'
import { readSignedId } from '#platform/security/signed-id.ts'
import { commentFollowersContract } from '../follow-contract.ts'
import { followMessages } from '../validation.ts'
import { answersListOf, followPurpose } from './answer-email.ts'
import { followersOpenSince } from './followers.ts'

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
      'confirmed_at',
      'title',
      'slug',
    ])
    .where('comment_followers.id', '=', id)
    .executeTakeFirst()
  if (!row || (!row.confirmed_at && row.created_at <= followersOpenSince(now()))) {
    throw gone(followMessages.gone)
  }
  const status = row.confirmed_at ? ('CONFIRMED' as const) : ('ASKED' as const)
  return { id: row.id, title: row.title, slug: row.slug, status }
}

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
    await withholdList(transaction, stopped.email, answersListOf(stopped.thread_id))
  })
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
