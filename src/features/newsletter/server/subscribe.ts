import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { consumeMailboxLimit } from '#platform/mail/mailbox.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { findSubscriber, ownConsent, subscribe } from './queries.ts'
import { returnEmail, welcomeEmail } from './welcome-email.ts'

/** How often the owner of an ended subscription is asked whether to take it up again. */
const returnLimit = { calls: 1, seconds: 7 * 24 * 60 * 60 }

/**
 * Subscribes an e-mail that anybody may have typed. Who has left is asked by email instead, and nobody is subscribed
 * without an email that tells them.
 */
export function subscribeByForm(context: RequestContext, email: string) {
  const now = context.now()
  return context.database.transaction().execute(async (transaction) => {
    const known = await findSubscriber(transaction, { email })
    if (known?.status === 'ACTIVE') return
    const isAsked =
      known !== null &&
      (await consumeLimit(transaction, `newsletter-return:${known.id}`, returnLimit, now)) !== null
    if (isAsked || !(await consumeMailboxLimit(transaction, email, now))) return
    if (known) await putInOutbox(transaction, returnEmail(context, known), now.toISOString())
    else await welcome(context, transaction, email)
  })
}

/**
 * Subscribes an e-mail and puts the welcome email into the outbox.
 * @param by the name of the user who adds it; empty for the form
 * @returns the id, or null if it is known already
 */
export async function welcome(
  context: RequestContext,
  transaction: Database,
  email: string,
  by = '',
) {
  const now = context.now().toISOString()
  const consent = { ...ownConsent, consent_by: by }
  const [added] = await subscribe(transaction, [email], consent, now)
  if (!added) return null
  const { id } = added
  await putInOutbox(transaction, welcomeEmail(context, { id, email }), now)
  return id
}
