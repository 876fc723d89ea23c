import { randomUUID } from 'node:crypto'
import { minuteMs } from '#shared/durations.ts'
import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { traced } from '../tracing.ts'
import { bounceOfRefusal } from './bounces.ts'
import { type Mailer, openMailer, sendTimeoutMs } from './mailer.ts'
import { messageIdOf, returnPathOf } from './message-id.ts'
import { type ClaimedEmail, type OutboxServices, settle, settleInTime } from './settle-email.ts'
import { isOutage, isRefused, type MailError } from './smtp-errors.ts'
import { findWithheld } from './withhold.ts'

/** The wait after each failed attempt; after the last one the email is given up. */
const waitsMs = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * minuteMs)
/** After this time another process takes an email over: the one that claimed it must have died. */
const leaseMs = sendTimeoutMs + 15_000
const checkEveryMs = 5_000
/** While the mail server takes no emails at all, each check waits twice as long, up to two minutes. */
const restMax = 24
/** How long the email under way may still take when the process stops. */
const stopMs = 3_000

/** What has become of the emails that this process tried, for its metrics. */
export const emailCounts = { sent: 0, put_off: 0, given_up: 0 }

/**
 * Sends the emails that are due, one after the other. Each is claimed by one process at a time.
 * @param stop no further email is begun once it is aborted
 * @returns how many were sent
 * @throws a `MailError` if the mail server takes no emails at all (`isOutage`): they stay due, and none has lost an
 * attempt
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
    const isPersonal = email.is_personal === 1
    if (await sendClaimed(services, mailer, { ...email, parts, isPersonal, sender }, stop))
      sent += 1
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
      'is_personal',
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
  let outage: MailError | undefined
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
      const last_error = error.message.slice(0, 500)
      if (isOutage(error)) {
        outage = error
        return { next_try_at: after(0), last_error }
      }
      const waitMs = isRefused(error) ? undefined : waitsMs[attempts]
      return {
        attempts: attempts + 1,
        next_try_at: waitMs === undefined ? null : after(waitMs),
        last_error,
        bounceKind: bounceOfRefusal(error),
      }
    },
  )
  const isOurs = await settleInTime(services, claimed, outcome, stop)
  if (outage) throw outage
  if (isOurs && 'attempts' in outcome) emailCounts[fateOf(outcome)] += 1
  return isOurs && 'sent_at' in outcome
}

const fateOf = ({ next_try_at, ...outcome }: { next_try_at: string | null }) =>
  'sent_at' in outcome ? 'sent' : next_try_at ? 'put_off' : 'given_up'

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
  // Not by the clock, which may be set back.
  const rest = { ms: 0, until: 0 }
  const check = async () => {
    if (performance.now() < rest.until) return
    try {
      await sendDueEmails(services, mailer, stop.signal)
      rest.ms = 0
    } catch (err) {
      if (!isOutage(err as MailError)) return services.log.error({ err }, 'outbox not read')
      rest.ms = Math.min(2 * Math.max(rest.ms, everyMs), restMax * everyMs)
      rest.until = performance.now() + rest.ms
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
