import type { RequestContext } from '#platform/http/context.ts'
import { gone } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { addressKey } from '#platform/mail/email-limits.ts'
import type { Email } from '#platform/mail/email-message.ts'
import { putInOutboxIf } from '#platform/mail/outbox.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { hashEmail, writeAudit } from '#platform/security/audit-log.ts'
import { resetMinutes } from '../validation.ts'
import { nobody } from './invitations.ts'
import { enabledUsers, passwordLink, setPasswordByLink } from './password-links.ts'

/**
 * Apart from the other emails that strangers can cause, which must not use it up. For the very address: what is typed
 * with another part after a plus is sent to nobody, and must not use up its owner's.
 */
const addressLimit = { calls: 5, seconds: 60 * 60 }

/**
 * Sends a link to choose a new password to the user with this email, if there is one. What is done does not depend on
 * that, so that the time it takes tells nobody who has an account: a stranger's email is written, too, and dropped.
 */
export function requestPasswordReset(context: RequestContext, email: string) {
  const now = context.now()
  return context.database.transaction().execute(async (transaction) => {
    const key = addressKey('password-reset', email)
    if ((await consumeLimit(transaction, key, addressLimit, now)) !== null) return
    const user = await enabledUsers(transaction).where('email', '=', email).executeTakeFirst()
    const recipient = user ?? nobody({ email })
    const { PASSWORD } = (await context.readSettings(transaction)).visitors
    const reset = resetEmail(recipient, passwordLink(context, 'reset', recipient), PASSWORD)
    await putInOutboxIf(transaction, user !== undefined, reset, now.toISOString())
    const id = hashEmail(context, email)
    const line = { action: 'password forgotten', target: 'account email', id } as const
    await writeAudit(transaction, context, line)
  })
}

const resetEmail = (
  user: { name: string; email: string },
  url: string,
  template: Template,
): Email => ({
  ...visitorEmail(user, template, {}, [
    { text: 'Please choose a new one here:', label: 'Choose a new password', url, isMain: true },
    `The link works once, within ${resetMinutes} minutes. It signs you out everywhere; your second factor stays as it is.`,
  ]),
  isRequested: 'ACCOUNT',
})

export const resetExample: VisitorEmailExample = (context, viewer, template) =>
  resetEmail(viewer, passwordLink(context, 'reset', nobody(viewer)), template)

/** @throws 400 for the password; 410 for a link that is no longer good */
export const resetPassword = (
  context: RequestContext,
  given: { token: string; password: string },
) =>
  setPasswordByLink(context, 'reset', given, () =>
    gone('This link was used already, or is too old. Please ask for a new one.'),
  )
