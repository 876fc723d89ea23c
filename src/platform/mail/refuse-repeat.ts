import type { Database } from '#database/open.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Services } from '../http/context.ts'
import { conflict } from '../http/errors.ts'
import { emailKeyOf } from '../text/email-key.ts'
import type { Email } from './email-message.ts'
import { emailText } from './email-parts.ts'

/**
 * Refuses an email that staff have sent again a moment ago, such as a colleague, or oneself in another tab. What it is
 * about is locked, so that the two come one after the other.
 * @throws 409 while the same email waits in the outbox, and for a minute after it was sent
 */
export async function refuseRepeat(
  transaction: Database,
  { now }: Pick<Services, 'now'>,
  { recipient, subject, parts, list_key = '' }: Email,
) {
  const minuteAgo = new Date(now().getTime() - minuteMs).toISOString()
  const same = await transaction
    .selectFrom('outbox')
    .select('sent_at')
    .where('recipient_key', '=', emailKeyOf(recipient))
    .where('recipient', '=', recipient)
    .where('list_key', '=', list_key)
    .where('subject', '=', subject)
    .where('body', '=', emailText(parts))
    .where('withheld', '=', '')
    .where((where) =>
      where.or([
        where('sent_at', '>', minuteAgo),
        // What was given up may be sent anew.
        where.and([where('sent_at', 'is', null), where('next_try_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()
  if (!same) return
  throw conflict(
    same.sent_at
      ? `The email to ${recipient} was sent less than a minute ago.`
      : `The email to ${recipient} is in the outbox already, and will be sent from there.`,
  )
}
