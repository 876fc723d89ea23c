import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { prepareInsert } from '#database/prepared.ts'
import type { Tables } from '#database/tables.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { traced } from '../tracing.ts'
import { bounceOfRefusal } from './bounces.ts'
import { emailText } from './email-parts.ts'
import {
  type Email,
  isRefused,
  type MailError,
  type Mailer,
  openMailer,
  sendTimeoutMs,
} from './mailer.ts'
import { messageIdOf, returnPathOf } from './message-id.ts'
import { type ClaimedEmail, type OutboxServices, settle, settleInTime } from './settle-email.ts'
import { findWithheld, withheldForGood } from './withhold.ts'

const minuteMs = 60 * 1000
/** The wait after each failed attempt; after the last one the email is given up. */
const waitsMs = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * minuteMs)
/** After this time another process takes an email over: the one that claimed it must have died. */
const leaseMs = sendTimeoutMs + 15_000
/** How long an email waits that follows a decision, which may be undone. */
export const decisionHoldMs = 15 * minuteMs
const checkEveryMs = 5_000
/** How long the email under way may still take when the process stops. */
const stopMs = 3_000
const dayMs = 24 * 60 * minuteMs
const sentRetentionMs = 30 * dayMs
const unsentRetentionMs = 90 * dayMs

/**
 * Adds an email to the outbox. Call it in the transaction that causes the email: both are stored, or neither.
 * @param due when it is sent, if later
 * @returns its id
 */
export async function putInOutbox(
  database: Database,
  email: Email,
  now: string,
  due = now,
): Promise<number> {
  return insertEmail(database, rowOf(email, now, due))
}

const insertEmail = prepareInsert('outbox')

/** Adds an email, or takes as long and adds none: the time must tell no stranger whether they know its recipient's address. */
export async function putInOutboxIf(
  database: Database,
  isSent: boolean,
  email: Email,
  now: string,
) {
  const id = await putInOutbox(database, email, now)
  await database
    .deleteFrom('outbox')
    .where('id', '=', isSent ? 0 : id)
    .execute()
}

const rowOf = ({ parts, isRequested, ...email }: Email, now: string, due: string) => ({
  ...{ ...email, body: emailText(parts), parts: JSON.stringify(parts) },
  recipient_key: emailKeyOf(email.recipient),
  is_requested: isRequested === 'ACCOUNT' ? 2 : isRequested ? 1 : 0,
  ...{ next_try_at: due, last_error: '', sent_at: null, created_at: now },
})

/** The same for some hundreds of emails; more would hold up others. @returns their ids */
export async function putAllInOutbox(
  database: Database,
  emails: readonly Email[],
  now: string,
  due = now,
) {
  if (emails.length === 0) return []
  const rows = await database
    .insertInto('outbox')
    .values(emails.map((email) => rowOf(email, now, due)))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Keeps emails that are unsent from being sent until the transaction ends. @returns their ids */
export async function holdUnsentEmails(
  transaction: Transaction<Tables>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const unsent = await transaction
    .selectFrom('outbox')
    .select('id')
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .where('claim', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(unsent.map(({ id }) => id))
}

/** Takes emails back, unless they were sent or are being sent. @returns the ids of those that are not sent */
export async function dropUnsentEmails(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return []
  const dropped = await database
    .deleteFrom('outbox')
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .where('claim', 'is', null)
    .returning('id')
    .execute()
  return dropped.map(({ id }) => id)
}

/**
 * Sends the emails that are due, one after the other. Each is claimed by one process at a time.
 * @param stop no further email is begun once it is aborted
 * @returns how many were sent
 */
export async function sendDueEmails(
  services: OutboxServices,
  mailer: Pick<Mailer, 'send'>,
  stop?: AbortSignal,
) {
  let sent = 0
  while (!stop?.aborted) {
    const { email: sender } = (await services.readSettings()).contact
    const email = await claimNextEmail(services)
    if (!email) break
    const withheld = await findWithheld(services.database, email)
    if (withheld) {
      await settle(services, email, { ...withheld, next_try_at: null })
      continue
    }
    const parts = email.parts === '' ? [email.body] : JSON.parse(email.parts)
    if (await sendClaimed(services, mailer, { ...email, parts, sender }, stop)) sent += 1
  }
  return sent
}

/** Claims the email that has been due for longest, and that no other process is claiming at the same moment. */
function claimNextEmail({ database, now }: OutboxServices) {
  const at = now()
  return database
    .updateTable('outbox')
    .set({
      claim: randomUUID(),
      next_try_at: new Date(at.getTime() + leaseMs).toISOString(),
    })
    .where('id', '=', (due) =>
      due
        .selectFrom('outbox')
        .select('id')
        .where('next_try_at', '<=', at.toISOString())
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'recipient',
      'subject',
      'body',
      'parts',
      'calendar',
      'unsubscribe_link',
      'list_key',
      'reply_to',
      'thread_refs',
      'attempts',
      'claim',
      'next_try_at',
      'withheld',
      'is_requested',
    ])
    .executeTakeFirst()
}

async function sendClaimed(
  services: OutboxServices,
  mailer: Pick<Mailer, 'send'>,
  claimed: ClaimedEmail,
  stop?: AbortSignal,
) {
  const { now, log, config } = services
  const { id, attempts } = claimed
  const messageId = messageIdOf(services, id)
  const returnPath = config.bounceAddress && returnPathOf(services, config.bounceAddress, id)
  const after = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const send = () => mailer.send({ ...claimed, messageId, returnPath })
  const outcome = await traced('send email', send).then(
    () => ({
      attempts: attempts + 1,
      next_try_at: null,
      last_error: '',
      sent_at: now().toISOString(),
    }),
    (error: MailError) => {
      // The error's message is not logged: mail servers repeat the recipient in it.
      const { code, responseCode } = error
      log.warn({ id, code, responseCode }, 'mail not sent')
      // Cut off by our stop: that is no attempt.
      if (code === 'EABORT' && stop?.aborted) return { next_try_at: after(0) }
      const waitMs = isRefused(error) ? undefined : waitsMs[attempts]
      return {
        attempts: attempts + 1,
        next_try_at: waitMs === undefined ? null : after(waitMs),
        last_error: error.message.slice(0, 500),
        bounceKind: bounceOfRefusal(error),
      }
    },
  )
  return (await settleInTime(services, claimed, outcome, stop)) && 'sent_at' in outcome
}

/** Makes an email due at once, unless it was sent or a process is sending it now. @returns whether it became due */
export async function retryEmail(services: Pick<Services, 'database' | 'now'>, id: number) {
  const at = services.now().toISOString()
  const { numUpdatedRows } = await dueAt(services.database, at)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('withheld', 'not in', withheldForGood)
    .where((where) => where.or([where('claim', 'is', null), where('next_try_at', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes all emails due at once that were given up. @returns how many */
export async function retryFailedEmails({ database, now }: Pick<Services, 'database' | 'now'>) {
  const { numUpdatedRows } = await dueAt(database, now().toISOString())
    .where('sent_at', 'is', null)
    .where('next_try_at', 'is', null)
    .where('withheld', '=', '')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The emails to be retried get all their attempts again. */
const dueAt = (database: Database, at: string) =>
  database.updateTable('outbox').set({ next_try_at: at, attempts: 0, claim: null, withheld: '' })

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

/**
 * Starts to send due emails, if a mail server is configured; without one they stay in the outbox.
 * @returns a function that stops. It gives the email under way a few seconds, however slow the mail server is; what is
 *   not sent by then is due at once for the next process.
 */
export function startOutbox(services: Services, everyMs = checkEveryMs, deadlineMs = stopMs) {
  const { smtpUrl, dkim } = services.config
  if (!smtpUrl) return async () => {}
  const mailer = openMailer(smtpUrl, dkim)
  const stop = new AbortController()
  const check = async () => {
    try {
      await sendDueEmails(services, mailer, stop.signal)
    } catch (err) {
      services.log.error({ err }, 'outbox not read')
    }
  }
  const stopChecking = repeat(check, everyMs)
  return async () => {
    stop.abort()
    const deadline = setTimeout(mailer.close, deadlineMs)
    await stopChecking()
    clearTimeout(deadline)
    mailer.close()
  }
}
