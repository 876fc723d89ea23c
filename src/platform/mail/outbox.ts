import type { Database } from '#database/open.ts'
import type { Services } from '../http/context.ts'
import { type Email, type Mailer, openMailer } from './mail.ts'

const minuteMs = 60 * 1000
/** The wait after each failed attempt; after the last one the email is given up. */
const waitsMs = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * minuteMs)
/** If the process that claimed an email dies, another one may take it after this time. */
const claimMs = 5 * minuteMs
const checkEveryMs = 5_000
const batchSize = 20
const dayMs = 24 * 60 * minuteMs
const sentRetentionMs = 30 * dayMs
const unsentRetentionMs = 90 * dayMs

/** Adds an email to the outbox. Call it in the transaction that causes the email: both are stored, or neither. */
export async function putInOutbox(database: Database, email: Email, now: string) {
  await database
    .insertInto('outbox')
    .values({ ...email, next_try_at: now, last_error: '', sent_at: null, created_at: now })
    .execute()
}

type Sender = Pick<Services, 'database' | 'now' | 'log'>

/** Sends the emails that are due. Each is claimed by one process at a time. @returns how many were sent */
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
        next_try_at: new Date(now().getTime() + claimMs).toISOString(),
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
      // The error's message is not logged: mail servers repeat the recipient in it.
      const { code, responseCode } = error
      log.warn({ id: email.id, code, responseCode }, 'mail not sent')
      // A 5xx is a permanent refusal; other failures may be temporary.
      const isRefused = (responseCode ?? 0) >= 500
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
 * Makes a failed email due at once: one that was given up, or whose next attempt is so far off that no process can be
 * sending it now.
 * @returns whether it became due
 */
export async function retryEmail(
  { database, now }: Pick<Services, 'database' | 'now'>,
  id: number,
) {
  const at = now()
  const claimedUntil = new Date(at.getTime() + claimMs).toISOString()
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    .set({ next_try_at: at.toISOString(), attempts: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where((where) =>
      where.or([where('next_try_at', 'is', null), where('next_try_at', '>', claimedUntil)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes emails that were sent a month ago, and those still unsent after three: they hold personal data that is no
 * longer needed.
 */
export async function removeOldEmails({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = (retentionMs: number) => new Date(now().getTime() - retentionMs).toISOString()
  await database.deleteFrom('outbox').where('sent_at', '<=', before(sentRetentionMs)).execute()
  await database
    .deleteFrom('outbox')
    .where('sent_at', 'is', null)
    .where('created_at', '<=', before(unsentRetentionMs))
    .execute()
}

/** Starts to send due emails, if a mail server is configured; without one they stay in the outbox. */
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
