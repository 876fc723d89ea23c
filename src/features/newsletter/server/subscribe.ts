import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { badRequest, gone } from '#platform/http/errors.ts'
import { consumeLimit, refundLimit } from '#platform/http/limits.ts'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { putInOutbox, putInOutboxIf } from '#platform/mail/outbox.ts'
import { findWithheldLast, withholdOutdated } from '#platform/mail/withhold.ts'
import { linkMessages } from '../validation.ts'
import { idOfToken, isConfirmToken } from './confirm-token.ts'
import { confirmEmail, confirmListKey, returnEmail, welcomeEmail } from './newsletter-emails.ts'
import {
  confirmSubscriber,
  findSubscriber,
  isAwaited,
  openSince,
  ownConsent,
  subscribe,
  subscriptionStatus,
} from './queries.ts'

/** How often the owner of an ended subscription is asked whether to take it up again. */
const returnLimit = { calls: 1, seconds: 7 * 24 * 60 * 60 }

/**
 * Asks the owner of an address, which anybody may have typed, whether they want the newsletter. Somebody who has left
 * is asked whether to come back. A subscriber is not asked, and the time that it takes doesn't tell.
 */
export function subscribeByForm(context: RequestContext, email: string) {
  const now = context.now()
  return context.database.transaction().execute(async (transaction) => {
    const known = await findSubscriber(transaction, { email })
    const isAsked = await mayAsk(context, transaction, known, email)
    if (isAsked && known?.status !== 'UNSUBSCRIBED') {
      await ask(context, transaction, email)
      return
    }
    const { NEWSLETTER_RETURN } = (await context.readSettings(transaction)).visitors
    const question = returnEmail(context, known ?? { id: 0, email }, NEWSLETTER_RETURN)
    await putInOutboxIf(transaction, isAsked, question, now.toISOString())
  })
}

/** Counts a question to an address. @returns whether it may be asked */
async function mayAsk(
  context: RequestContext,
  transaction: Database,
  known: Awaited<ReturnType<typeof findSubscriber>>,
  email: string,
) {
  const now = context.now()
  if (known?.status === 'ACTIVE') return false
  const hasLeft = known?.status === 'UNSUBSCRIBED'
  const limitKey = `newsletter-return:${known?.id}`
  if (hasLeft && (await consumeLimit(transaction, limitKey, returnLimit, now)) !== null) {
    return false
  }
  if (await consumeEmailLimits(transaction, context, email, now)) return true
  // Nobody was asked: the question of this week is still due.
  if (hasLeft) await refundLimit(transaction, limitKey)
  return false
}

/**
 * Stores an address that has to be confirmed, and puts the email that asks into the outbox, unless it was asked just
 * now.
 * @param by the name of the user who adds it; empty for the form
 * @returns the id, or null if nobody was asked
 */
export async function ask(context: RequestContext, transaction: Database, email: string, by = '') {
  const now = context.now().toISOString()
  const consent = by ? { ...ownConsent, consent_by: by, consent_version: '' } : ownConsent
  const [asked] = await subscribe(transaction, [email], consent, now)
  if (!asked) return null
  const { NEWSLETTER_CONFIRM } = (await context.readSettings(transaction)).visitors
  const question = confirmEmail(context, { id: asked.id, email }, NEWSLETTER_CONFIRM)
  await putInOutbox(transaction, question, now)
  return asked.id
}

/**
 * Asks again whose subscription comes back before it was confirmed, if the deletion withheld the email and they may still
 * answer.
 */
export async function askIfWithheld(
  context: RequestContext,
  transaction: Database,
  subscriber: Selectable<Tables['subscribers']>,
) {
  const { id, email } = subscriber
  if (subscriptionStatus(subscriber) !== 'UNCONFIRMED') return
  if (!isAwaited(subscriber, context.now())) return
  const services = { ...context, database: transaction }
  if ((await findWithheldLast(services, [email], [confirmListKey])).size === 0) return
  const { NEWSLETTER_CONFIRM } = (await context.readSettings(transaction)).visitors
  const question = confirmEmail(context, { id, email }, NEWSLETTER_CONFIRM)
  await putInOutbox(transaction, question, context.now().toISOString())
}

/**
 * The subscriber of a link that confirms.
 * @throws 400 unless it is whole; 410 unless it was signed here, and once it was deleted or ended, or has waited for
 * too long
 */
export async function getAsked(
  { database, now, secret }: Pick<RequestContext, 'database' | 'now' | 'secret'>,
  token: string,
) {
  const id = idOfToken(token)
  if (id === null) throw badRequest(linkMessages.token)
  // One response after one statement, or made-up tokens would tell which ids there are.
  const subscriber = await database
    .selectFrom('subscribers')
    .select(['id', 'email', 'asked_at', 'unsubscribed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!subscriber || !isConfirmToken({ secret }, subscriber, token)) {
    throw gone(linkMessages.expired)
  }
  const { email } = subscriber
  const status = subscriptionStatus(subscriber)
  if (status === 'UNSUBSCRIBED' || (status === 'UNCONFIRMED' && !isAwaited(subscriber, now()))) {
    throw gone(linkMessages.expired)
  }
  return { id, email, status }
}

/** Confirms a subscription; the first time, a welcome email follows. @throws as `getAsked` does */
export async function confirm(context: RequestContext, token: string) {
  const asked = await getAsked(context, token)
  await context.database.transaction().execute(async (transaction) => {
    const now = context.now()
    if (!(await confirmSubscriber(transaction, asked, now))) {
      await getAsked({ ...context, database: transaction }, token)
      return
    }
    const { NEWSLETTER_WELCOME } = (await context.readSettings(transaction)).visitors
    const welcome = welcomeEmail(context, asked, NEWSLETTER_WELCOME)
    await putInOutbox(transaction, welcome, now.toISOString())
  })
}

const removedAtOnce = 500

/** Deletes those who have not confirmed in time, with their emails that wait: the links there would open nothing. */
export async function removeOldSubscribers(services: Pick<Services, 'database' | 'now'>) {
  while ((await removeSome(services)) === removedAtOnce) await setImmediate()
}

/** @returns how many were deleted */
const removeSome = ({ database, now }: Pick<Services, 'database' | 'now'>) =>
  database.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('subscribers')
      .select(['id', 'email'])
      .where('asked_at', '<=', openSince(now()))
      .where('unsubscribed_at', 'is', null)
      .limit(removedAtOnce)
      // An import locks them in another order: those that are being changed are left to the next upkeep.
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
    await transaction.deleteFrom('subscribers').where('id', 'in', ids).execute()
    const emails = due.map(({ email }) => email)
    await withholdOutdated(transaction, emails, [confirmListKey])
    return due.length
  })
