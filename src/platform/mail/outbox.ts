import type { Database } from '#database/open.ts'
import type { Services } from '../http/context.ts'
import { type Email, type Mailer, openMailer } from './mail.ts'

const minuteMs = 60 * 1000
/** How long to wait after each try that failed; after the last one the email is given up. */
const waitsMs = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * minuteMs)
/** Another process takes an email up again when the one that took it has died. */
const takenMs = 5 * minuteMs
const checkEveryMs = 5_000
const batchSize = 20
const dayMs = 24 * 60 * minuteMs
const sentKeptMs = 30 * dayMs
const givenUpKeptMs = 90 * dayMs

/** Puts an email into the outbox, by the transaction that has the reason for it: both are stored, or neither. */
export async function putInOutbox(database: Database, email: Email, now: string) {
  await database
    .insertInto('outbox')
    .values({ ...email, next_try_at: now, last_error: '', sent_at: null, created_at: now })
    .execute()
}

type Sender = Pick<Services, 'database' | 'now' | 'log'>

/** Sends what is due. An email is taken by one process at a time. @returns how many were sent */
export async function sendDueEmails(services: Sender, mailer: Mailer) {
  const { database, now } = services
  const due = await database
    .selectFrom('outbox')
    .select([
      'id',
      'recipient',
      'subject',
      'body',
      'calendar',
      'unsubscribe_link',
      'attempts',
      'next_try_at',
    ])
    .where('next_try_at', '<=', now().toISOString())
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  let sent = 0
  for (const email of due) {
    const { numUpdatedRows } = await database
      .updateTable('outbox')
      .set({
        attempts: email.attempts + 1,
        next_try_at: new Date(now().getTime() + takenMs).toISOString(),
      })
      .where('id', '=', email.id)
      .where('attempts', '=', email.attempts)
      .where('next_try_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n && (await sendOne(services, mailer, email))) sent += 1
  }
  return sent
}

async function sendOne(
  { database, now, log }: Sender,
  mailer: Mailer,
  email: Email & { id: number; attempts: number },
) {
  const outcome = await mailer.send(email).then(
    () => ({ next_try_at: null, last_error: '', sent_at: now().toISOString() }),
    (error: Error & { code?: string; responseCode?: number }) => {
      // Mail servers repeat the address in what they say, and the log knows nobody's.
      const { code, responseCode: answer } = error
      log.warn({ id: email.id, code, answer }, 'mail not sent')
      // A server that answers 5xx refuses for good; all else may pass.
      const isRefused = (error.responseCode ?? 0) >= 500
      const waitMs = isRefused ? undefined : waitsMs[email.attempts]
      return {
        next_try_at: waitMs === undefined ? null : new Date(now().getTime() + waitMs).toISOString(),
        last_error: error.message.slice(0, 500),
      }
    },
  )
  await database.updateTable('outbox').set(outcome).where('id', '=', email.id).execute()
  return 'sent_at' in outcome
}

/**
 * Makes an email due at once that was given up, or whose next try is further off than any process can be at it.
 * @returns whether it is due now
 */
export async function retryEmail(
  { database, now }: Pick<Services, 'database' | 'now'>,
  id: number,
) {
  const at = now()
  const taken = new Date(at.getTime() + takenMs).toISOString()
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    .set({ next_try_at: at.toISOString(), attempts: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((where) =>
      where.or([where('next_try_at', 'is', null), where('next_try_at', '>', taken)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Forgets emails that were sent a month ago, and those that nobody has sent for three: what they said is nobody's
 * business any more.
 */
export async function removeOldEmails({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = (keptMs: number) => new Date(now().getTime() - keptMs).toISOString()
  await database.deleteFrom('outbox').where('sent_at', '<=', before(sentKeptMs)).execute()
  await database
    .deleteFrom('outbox')
    .where('sent_at', 'is', null)
    .where('created_at', '<=', before(givenUpKeptMs))
    .execute()
}

/** Sends what is due from now on, where a mail server is configured; without one, emails wait in the outbox. */
export function startOutbox(services: Services, everyMs = checkEveryMs) {
  const { smtpUrl } = services.config
  if (!smtpUrl) return async () => {}
  const mailer = openMailer(smtpUrl)
  let running = Promise.resolve()
  let isBusy = false
  const check = async () => {
    try {
      await sendDueEmails(services, mailer)
    } catch (err) {
      services.log.error({ err }, 'outbox not read')
    }
    isBusy = false
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = check()
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    mailer.close()
  }
}
