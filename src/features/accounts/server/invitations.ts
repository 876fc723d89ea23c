import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { editRowWithin } from '#platform/http/edit-row.ts'
import { conflict, gone, notFound, tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { signOff } from '#platform/mail/email-parts.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { isSignatureOf, signatureOf } from '#platform/security/signing.ts'
import { company } from '#shared/company.ts'
import { invitationDays } from '../validation.ts'
import { refuseWeakPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { findUser } from './queries.ts'

const purpose = 'invitation'
const dayMs = 24 * 60 * 60 * 1000
const resendLimit = { calls: 5, seconds: 60 * 60 }

/** The password of a user who has yet to set one. */
export const unguessable = () => randomBytes(32).toString('base64url')

type Invited = { id: number; email: string; password_hash: string }

/** What a link is good for: one password of one user at one address. The first that they set ends it. */
const signedText = ({ id, email, password_hash }: Invited, expiresAtMs: number) =>
  JSON.stringify([id, email, password_hash, expiresAtMs])

/** Puts the email with the link into the outbox. The token is in the fragment, so that no log has it. */
export function sendInvitation(
  transaction: Transaction<Tables>,
  { config, secret, now }: Pick<Services, 'config' | 'secret' | 'now'>,
  user: Invited & { name: string },
) {
  const expiresAtMs = now().getTime() + invitationDays * dayMs
  const signature = signatureOf(signedText(user, expiresAtMs), purpose, secret)
  const link = `${siteUrlOf(config)}/login#invitation=${user.id}.${expiresAtMs}.${signature}`
  const email = {
    recipient: user.email,
    subject: `Your account at ${company.name}`,
    parts: [
      `Dear ${user.name},`,
      {
        text: `you have an account for the dashboard of ${company.name}. Please choose a password here:`,
        label: 'Choose a password',
        url: link,
        isMain: true,
      },
      `The link works once, within ${invitationDays} days. Then you sign in with this e-mail address.`,
      'If you expect no such account, you need not do anything.',
      signOff,
    ],
  }
  return putInOutbox(transaction, email, now().toISOString())
}

/** Invites somebody again. Former links end. @throws 404; 409 for who has a password; 429 */
export async function inviteAgain(context: RequestContext, id: number) {
  const password_hash = await hashPassword(unguessable(), context.responseHeaders)
  const user = await context.database.transaction().execute(async (transaction) => {
    const waitS = await consumeLimit(transaction, `invitation:${id}`, resendLimit, context.now())
    if (waitS !== null) throw tooManyRequests(context.responseHeaders, waitS)
    return editRowWithin(transaction, context, {
      ...{ table: 'users', id },
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
 * Sets the first password by a link. It signs nobody in: that follows, with the second factor where one is required.
 * @throws 400 for the password; 410 for a link that is no longer good
 */
export async function acceptInvitation(
  context: RequestContext,
  { token, password }: { token: string; password: string },
) {
  const user = await findInvited(context, token)
  if (!user) throw usedUp()
  await refuseWeakPassword('password', password, user.email)
  const password_hash = await hashPassword(password, context.responseHeaders)
  await context.database.transaction().execute(async (transaction) => {
    await lockRow(transaction, 'users', user.id)
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({
        ...{ password_hash, invited_at: null },
        updated_at: nextVersion(user.updated_at, context.now()),
      })
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .where('password_hash', '=', user.password_hash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw usedUp()
    const line = { action: 'changed', target: 'user', id: user.id, actor: user } as const
    await writeAudit(transaction, context, { ...line, details: { fields: ['password'] } })
  })
  return { email: user.email }
}

/** The user of a token; null where it is not the last one that they were sent, is too old, or they are disabled. */
async function findInvited({ database, secret, now }: RequestContext, token: string) {
  const [id = '', expiresAt = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,8}$/.test(id) || !/^\d{13}$/.test(expiresAt)) return null
  if (Number(expiresAt) < now().getTime()) return null
  const user = await database
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'updated_at'])
    .where('id', '=', Number(id))
    .where('invited_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  const text = signedText(user, Number(expiresAt))
  return isSignatureOf(signature, text, purpose, secret) ? user : null
}
