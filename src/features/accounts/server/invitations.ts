import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { conflict, gone, notFound, tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import {
  type Template,
  type VisitorEmailExample,
  visitorEmail,
} from '#platform/mail/visitor-email.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { invitationDays } from '../validation.ts'
import { passwordLink, setPasswordByLink } from './password-links.ts'
import { hashPassword } from './passwords.ts'
import { findUser } from './queries.ts'

const resendLimit = { calls: 5, seconds: 60 * 60 }

/** The password of a user who has yet to set one. */
export const unguessable = () => randomBytes(32).toString('base64url')

/** Puts the email with the link into the outbox. */
export async function sendInvitation(
  transaction: Transaction<Tables>,
  services: Pick<Services, 'config' | 'secret' | 'now' | 'readSettings'>,
  user: Parameters<typeof passwordLink>[2] & { email: string; name: string },
) {
  const { INVITATION } = (await services.readSettings(transaction)).visitors
  const url = passwordLink(services, 'invitation', user)
  const email = invitationEmail(user, url, INVITATION)
  return putInOutbox(transaction, email, services.now().toISOString())
}

const invitationEmail = (user: { email: string; name: string }, url: string, template: Template) =>
  visitorEmail(user, template, {}, [
    { text: 'Please choose a password here:', label: 'Choose a password', url, isMain: true },
    `The link works once, within ${invitationDays} days. Then you sign in with this email address.`,
  ])

export const invitationExample: VisitorEmailExample = (context, viewer, template) =>
  invitationEmail(viewer, passwordLink(context, 'invitation', nobody(viewer)), template)

/** A made-up user, whose link looks real and lets nobody in. */
export const nobody = ({ email }: { email: string }) => ({
  id: 0,
  name: 'nobody',
  email,
  password_hash: unguessable(),
})

/** Invites somebody again. Former links end. @throws 404; 409 for who has a password; 429 */
export async function inviteAgain(context: RequestContext, id: number) {
  const password_hash = await hashPassword(unguessable(), context.responseHeaders)
  const user = await context.database.transaction().execute(async (transaction) => {
    const waitS = await consumeLimit(transaction, `invitation:${id}`, resendLimit, context.now())
    if (waitS !== null) throw tooManyRequests(context.responseHeaders, waitS)
    return editRowWithin(transaction, context, {
      table: 'users',
      id,
      find: () => findUser(transaction, id),
      changes: { invited_at: context.now().toISOString() },
      async write(_, after, version, before) {
        if (before.invited_at === null) throw conflict('They have set their password already.')
        if (before.disabled) throw conflict('They are disabled. Please enable them first.')
        await transaction
          .updateTable('users')
          .set({ invited_at: after.invited_at, password_hash, updated_at: version })
          .where('id', '=', id)
          .execute()
        await sendInvitation(transaction, context, { ...after, password_hash })
        const line = { action: 'resent', target: 'invitation of user', id } as const
        await writeAudit(transaction, context, line)
      },
    })
  })
  if (!user) throw notFound('This user')
  return user
}

const usedUp = () =>
  gone(
    'This invitation was used already, or is too old. Please ask an administrator for a new one.',
  )

/**
 * Sets the first password.
 * @throws 400 for the password; 410 for a link that is no longer good
 */
export const acceptInvitation = (
  context: RequestContext,
  given: { token: string; password: string },
) => setPasswordByLink(context, 'invitation', given, usedUp)
