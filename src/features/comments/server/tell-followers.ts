import { sql, type Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import type { Tables } from '#database/tables.ts'
import { repeatLogged } from '#platform/background/repeat.ts'
import type { Services } from '#platform/http/context.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { chunksOf } from '#shared/chunks.ts'
import { daysBefore, hourMs } from '#shared/durations.ts'
import { answerEmail } from './answer-email.ts'
import { isVisible } from './queries.ts'

const checkEveryMs = 5_000
/** The time between two emails about answers to one comment. */
const pauseMs = hourMs
const threadsAtOnce = 100
const emailsAtOnce = 500
const toldDays = 30

/** Answers emailed before this are no longer recorded. */
export const answersKnownSince = (now: Date) => daysBefore(now, toldDays)

/** Records which of these comments are answers that followers must get an email about, each once. */
export async function noteAnswers(transaction: Transaction<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return
  await transaction
    // By itself SQLite would look for the visible ones among all comments.
    .with(
      (cte) => cte('decided').materialized(),
      (from) =>
        from
          .selectFrom('comments')
          .select(['id', 'parent_id', 'status', 'held_at'])
          .where('id', 'in', ids),
    )
    .insertInto('comment_answers')
    .columns(['reply_id', 'thread_id'])
    .expression((from) =>
      from
        .selectFrom('decided')
        .select(['id', sql<number>`parent_id`.as('thread_id')])
        .where(isVisible('decided'))
        .where('parent_id', 'in', (followed) =>
          followed
            .selectFrom('comment_followers')
            .select('thread_id')
            .where('confirmed_at', 'is not', null),
        ),
    )
    .onConflict((conflict) => conflict.column('reply_id').doNothing())
    .execute()
}

type DecidedComment = { id: number; status: string; held_at: string | null; created_at: string }

/**
 * As `noteAnswers`, for comments that staff decided on. Skips those visible since before the records begin: their
 * followers were emailed.
 * @param before the comments as they were before the decision
 */
export function noteDecidedAnswers(
  transaction: Transaction<Tables>,
  before: readonly DecidedComment[],
  now: Date,
) {
  const since = answersKnownSince(now)
  const untold = before.filter(
    ({ status, held_at, created_at }) =>
      status === 'REJECTED' || held_at !== null || created_at > since,
  )
  return noteAnswers(
    transaction,
    untold.map(({ id }) => id),
  )
}

type Teller = Pick<Services, 'database' | 'now' | 'config' | 'secret' | 'readSettings' | 'log'>

/** Puts the emails about answers into the outbox, for each comment once an hour at most. */
export async function emailAnswers(services: Teller) {
  const now = services.now()
  const since = new Date(now.getTime() - pauseMs).toISOString()
  const due = await services.database
    .selectFrom('comment_answers')
    // SQLite takes cross joins in this order: by itself it would begin with all visible comments.
    .crossJoin('comments')
    .crossJoin('articles')
    .whereRef('comments.id', '=', 'thread_id')
    .whereRef('articles.id', '=', 'article_id')
    .select(['thread_id', 'article_id'])
    .distinct()
    .where('told_at', 'is', null)
    // What is hidden may be shown again: its answers wait.
    .where(isVisible())
    .where(isArticlePublic(now.toISOString()))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comment_answers as told')
            .select('told.reply_id')
            .whereRef('told.thread_id', '=', 'comment_answers.thread_id')
            .where('told.told_at', '>', since),
        ),
      ),
    )
    .orderBy('thread_id')
    .limit(threadsAtOnce)
    .execute()
  for (const thread of due) {
    try {
      await services.database
        .transaction()
        .execute((transaction) => tellOfThread(services, transaction, thread, since))
    } catch (err) {
      services.log.error({ err, thread: thread.thread_id }, 'answers to a comment not told of')
    }
  }
}

/** Runs under the article's lock: nobody else decides on its comments, or sends emails about them, at the same time. */
async function tellOfThread(
  { now, config, secret, readSettings }: Teller,
  transaction: Transaction<Tables>,
  { thread_id, article_id }: { thread_id: number; article_id: number },
  since: string,
) {
  const at = now()
  await lockRow(transaction, 'articles', article_id)
  const known = await transaction
    .selectFrom('comment_answers')
    .select(['reply_id', 'told_at'])
    .where('thread_id', '=', thread_id)
    .where((where) => where.or([where('told_at', 'is', null), where('told_at', '>', since)]))
    .execute()
  const ids = known.map(({ reply_id }) => reply_id)
  if (ids.length === 0 || known.some(({ told_at }) => told_at !== null)) return
  const thread = await transaction
    .selectFrom('comments')
    .innerJoin('articles', 'articles.id', 'comments.article_id')
    .select(['comments.id', 'title', 'slug'])
    .where('comments.id', '=', thread_id)
    .where(isVisible())
    .where(isArticlePublic(at.toISOString()))
    .executeTakeFirst()
  if (!thread) return
  const answers = await transaction
    .selectFrom('comments')
    .select(['id', 'name', 'message', 'staff_name', 'email_key'])
    .where('id', 'in', ids)
    .where(isVisible())
    .orderBy('id')
    .execute()
  const told = answers.map(({ id }) => id)
  // A comment that was rejected since is sent once it is approved.
  const rest = ids.filter((id) => !told.includes(id))
  if (rest.length > 0) {
    await transaction.deleteFrom('comment_answers').where('reply_id', 'in', rest).execute()
  }
  if (told.length === 0) return
  await transaction
    .updateTable('comment_answers')
    .set({ told_at: at.toISOString() })
    .where('reply_id', 'in', told)
    .execute()
  const { ANSWER } = (await readSettings(transaction)).visitors
  const followers = await transaction
    .selectFrom('comment_followers')
    .innerJoin('comments as own', 'own.id', 'comment_followers.comment_id')
    .select(['comment_followers.id', 'comment_followers.email', 'comment_followers.email_key'])
    .select('own.name')
    .where('comment_followers.thread_id', '=', thread_id)
    .where('confirmed_at', 'is not', null)
    .where(isVisible('own'))
    .orderBy('comment_followers.id')
    // A follower who unsubscribes now waits for this lock, and then these emails are withheld.
    .forUpdate('comment_followers')
    .execute()
  const emails = followers.flatMap(({ email_key, ...follower }) => {
    const others = answers.filter((answer) => answer.email_key !== email_key)
    if (others.length === 0) return []
    const shown = { answers: others, template: ANSWER }
    return [answerEmail({ config, secret }, thread, follower, shown)]
  })
  for (const some of chunksOf(emails, emailsAtOnce)) {
    await putAllInOutbox(transaction, some, at.toISOString())
  }
}

/** Starts to tell of answers. @returns a function that stops */
export const startAnswers = (services: Services) =>
  repeatLogged(
    services.log,
    'nobody told of answers to comments',
    () => emailAnswers(services),
    checkEveryMs,
  )
