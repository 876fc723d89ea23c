import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { dayMs } from '#shared/durations.ts'
import { type BounceKind, bounceKinds, type SuppressionReason } from '#shared/suppression.ts'
import type { Services } from '../http/context.ts'
import { emailKeyOf } from '../text/email-key.ts'
import { isPolicyRefusal, type MailError, smtpStatusOf } from './smtp-errors.ts'
import { findLifted, suppress } from './suppressions.ts'

/** What is known of an email of the outbox after it was sent. */
export type Bounce = { id: number; kind: BounceKind; detail: string }

/** No such mailbox, domain or host, or one that is closed (RFC 3463). */
const isDead = /^5\.(1\.(1|2|3|6|10)|2\.1|4\.4)$/

/** What the status of a report means for the address, such as 5.1.1; null if nothing. */
export function bounceKindOf(status: string): 'HARD' | 'SOFT' | null {
  if (isDead.test(status)) return 'HARD'
  return /^[45]\./.test(status) && !isPolicyRefusal(status) ? 'SOFT' : null
}

/** What a mail server's refusal of a recipient means for the address. */
export function bounceOfRefusal(error: MailError) {
  if (error.command !== 'RCPT TO' || (error.responseCode ?? 0) < 550) return null
  return bounceKindOf(smtpStatusOf(error))
}

const softMax = 5
const softMsMin = 3 * dayMs
const detailMax = 500

/**
 * Notes what came back for an email, and suppresses its recipient where that is enough. However often it is told, it
 * counts once.
 * @returns whether it is news
 */
export async function recordBounce(services: BounceServices, bounce: Bounce) {
  const isNews = await services.database
    .transaction()
    .execute((transaction) => noteBounce(transaction, services, bounce))
  if (isNews) tellOfBounce(services)
  return isNews
}

type BounceServices = Pick<Services, 'database' | 'now' | 'tagVersions'>

export const tellOfBounce = ({ tagVersions }: Pick<Services, 'tagVersions'>) =>
  tagVersions.invalidate(['Email', 'Subscriber'])

/** The same in a transaction that does more, after which `tellOfBounce` is called. */
export async function noteBounce(
  transaction: Transaction<Tables>,
  { now }: Pick<Services, 'now'>,
  { id, kind, detail }: Bounce,
) {
  const at = now().toISOString()
  const email = await transaction
    .selectFrom('outbox')
    .select(['recipient', 'bounce', 'created_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!email || gravity(email.bounce) >= gravity(kind)) return false
  // A report quotes the address: nothing of it is stored once the recipient is erased.
  if (!email.recipient.includes('@')) return false
  const bounce_detail = detail.slice(0, detailMax)
  await transaction
    .updateTable('outbox')
    .set({ bounce: kind, bounce_detail, bounced_at: at })
    .where('id', '=', id)
    .execute()
  const lifted = await findLifted(transaction, email.recipient)
  const reason = await reasonOf(transaction, kind, email.recipient, lifted ?? '')
  if (reason) {
    const given = { reason, detail: bounce_detail }
    await suppress(transaction, email.recipient, given, email.created_at, at)
  }
  return true
}

const gravity = (kind: string) => bounceKinds.indexOf(kind as BounceKind)

async function reasonOf(
  transaction: Transaction<Tables>,
  kind: BounceKind,
  recipient: string,
  since: string,
): Promise<SuppressionReason | null> {
  if (kind === 'UNPROVED') return null
  if (kind === 'COMPLAINT') return 'COMPLAINT'
  if (kind === 'HARD') return 'HARD_BOUNCE'
  const emails = await transaction
    .selectFrom('outbox')
    .select(['bounce', 'bounced_at', 'created_at'])
    .where('recipient_key', '=', emailKeyOf(recipient))
    .where('bounce', '<>', 'UNPROVED')
    .where((where) => where.or([where('sent_at', 'is not', null), where('bounce', '<>', '')]))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  // The latest may still come back.
  const row = emails.slice(emails.findIndex(({ bounce }) => bounce !== ''))
  const delivered = row.findIndex(({ bounce }) => bounce === '')
  const times = (delivered < 0 ? row : row.slice(0, delivered))
    .filter(({ created_at }) => created_at > since)
    .map(({ bounced_at }) => Date.parse(bounced_at ?? ''))
  if (times.length < softMax || Math.max(...times) - Math.min(...times) < softMsMin) return null
  return 'SOFT_BOUNCES'
}
