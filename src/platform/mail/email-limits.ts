import { createHash } from 'node:crypto'
import type { Database } from '#database/open.ts'
import { dayMs } from '#shared/durations.ts'
import { formatDateTime } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import type { RequestContext } from '../http/context.ts'
import { conflict } from '../http/errors.ts'
import { consumeLimit, consumeLimits, refundLimit } from '../http/limits.ts'
import { mailboxOf } from '../text/email-key.ts'

/** How many emails that strangers can cause go to one mailbox in a day. */
const strangersLimit = { calls: 10, seconds: dayMs / 1000 }
/**
 * How many of them one client IP causes in a day: enough for five computer rooms that take their 60 places each. Fewer
 * than the smallest usual limit of a mail provider, 500 a day, beyond which nobody would get an email.
 */
const clientLimit = { calls: 300, seconds: dayMs / 1000 }

/**
 * Counts an email that anybody can cause by typing its recipient into a form: for the client first, so that one who has
 * caused too many can't use up mailboxes. Call it in the transaction that puts the email into the outbox.
 * @returns whether it may be sent; the form is stored in either case
 */
export async function consumeEmailLimits(
  database: Database,
  { clientIp }: Pick<RequestContext, 'clientIp'>,
  email: string,
  now: Date,
) {
  const clientKey = `emails:${clientIp}`
  if ((await consumeLimit(database, clientKey, clientLimit, now)) !== null) return false
  return (await consumeLimit(database, mailboxKey('mailbox', email), strangersLimit, now)) === null
}

/** The key of a limit for a mailbox, whichever of its addresses is typed. @param kind of the limit */
export const mailboxKey = (kind: string, email: string) => addressKey(kind, mailboxOf(email))

/** The key of a limit for one address alone. @param kind of the limit, which no limit for mailboxes has */
export const addressKey = (kind: string, address: string) =>
  `${kind}:${createHash('sha256').update(address).digest('base64url')}`

/** How many emails staff can cause to one mailbox in a day. Strangers are counted apart, and can't use it up. */
const staffLimit = { calls: 10, seconds: dayMs / 1000 }

const staffKey = ({ email }: Recipient) => mailboxKey('mailbox-staff', email)

type Recipient = { id: number; email: string } & (
  | { first_name: string; last_name: string }
  | { full_name: string }
)

/**
 * Counts an email by staff to each of these people, in the transaction that puts it into the outbox. Those who share a
 * mailbox are counted once.
 * @returns the errors of those who may not be written to, by their ids: 409 that says when they may
 */
export async function consumeStaffLimit(
  database: Database,
  people: readonly Recipient[],
  now: Date,
): Promise<Map<number, Error>> {
  const keys = new Map(people.map((person) => [person.id, staffKey(person)]))
  const full = await consumeLimits(database, [...keys.values()], staffLimit, now)
  return new Map(
    people.flatMap((person): [number, Error][] => {
      const waitS = full.get(keys.get(person.id) ?? '')
      if (waitS === undefined) return []
      const again = formatDateTime(new Date(now.getTime() + waitS * 1000).toISOString())
      const name = 'full_name' in person ? person.full_name : fullName(person)
      const text = `${name} was sent ${staffLimit.calls} emails within a day. The next one can be sent from ${again}.`
      return [[person.id, conflict(text)]]
    }),
  )
}

/**
 * Uncounts the emails of those who are not written to after all, in the same transaction.
 * @param written those who are written to: they may share a mailbox with the others
 */
export async function refundStaffLimit(
  database: Database,
  people: readonly Recipient[],
  written: readonly Recipient[],
) {
  const keys = new Set(people.map(staffKey))
  for (const one of written) keys.delete(staffKey(one))
  for (const key of keys) await refundLimit(database, key)
}

/** The same, all or none. @throws 409 that says when they may be written to */
export async function requireStaffLimit(
  database: Database,
  people: readonly Recipient[],
  now: Date,
): Promise<void> {
  const [refused] = (await consumeStaffLimit(database, people, now)).values()
  if (refused) throw refused
}
