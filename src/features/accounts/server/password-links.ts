import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { nextVersion } from '#database/row-version.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { isSignatureOf, signatureOf } from '#platform/security/signing.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { invitationDays, type PasswordLinkKind, resetMinutes } from '../validation.ts'
import { refuseWeakPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

const kinds: Record<PasswordLinkKind, { purpose: string; lastsMs: number }> = {
  invitation: { purpose: 'invitation', lastsMs: invitationDays * dayMs },
  reset: { purpose: 'password reset', lastsMs: resetMinutes * minuteMs },
}

type Account = { id: number; email: string; password_hash: string }

/** What a link is good for: one password of one user at one address. The first that they set ends it. */
const signedText = ({ id, email, password_hash }: Account, expiresAtMs: number) =>
  JSON.stringify([id, email, password_hash, expiresAtMs])

/** A link that sets a password. The token is in the fragment, so that neither logs nor other sites get it. */
export function passwordLink(
  { config, secret, now }: Pick<Services, 'config' | 'secret' | 'now'>,
  kind: PasswordLinkKind,
  account: Account,
) {
  const { purpose, lastsMs } = kinds[kind]
  const expiresAtMs = now().getTime() + lastsMs
  const signature = signatureOf(signedText(account, expiresAtMs), purpose, secret)
  return `${siteUrlOf(config)}/login#${kind}=${account.id}.${expiresAtMs}.${signature}`
}

/**
 * Sets a password by a link, and ends all sessions. It signs nobody in: that follows, with the second factor if it is
 * on.
 * @param usedUp the error for a link that is no longer good
 * @throws 400 for the password, or `usedUp`
 */
export async function setPasswordByLink(
  context: RequestContext,
  kind: PasswordLinkKind,
  { token, password }: { token: string; password: string },
  usedUp: () => Error,
) {
  const user = await findByToken(context, kind, token)
  if (!user) throw usedUp()
  await refuseWeakPassword('password', password, user.email)
  const password_hash = await hashPassword(password, context.responseHeaders)
  await context.database.transaction().execute(async (transaction) => {
    await lockRow(transaction, 'users', user.id)
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({
        password_hash,
        invited_at: null,
        updated_at: nextVersion(user.updated_at, context.now()),
      })
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .where('password_hash', '=', user.password_hash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw usedUp()
    const line = { action: 'changed', target: 'user', id: user.id, actor: user } as const
    const details = { fields: ['password'], ...(kind === 'reset' && { by: 'link in an email' }) }
    await writeAudit(transaction, context, { ...line, details })
    await endSessions(transaction, { userId: user.id }, context.now().toISOString())
  })
  return { email: user.email }
}

/**
 * The user of a token; null where their password or email is another one by now, it is too old, or they are disabled.
 */
async function findByToken(
  { database, secret, now }: RequestContext,
  kind: PasswordLinkKind,
  token: string,
) {
  const [id = '', expiresAt = '', signature = ''] = token.split('.')
  if (!/^[1-9]\d{0,8}$/.test(id) || !/^\d{13}$/.test(expiresAt)) return null
  if (Number(expiresAt) < now().getTime()) return null
  const user = await enabledUsers(database).where('id', '=', Number(id)).executeTakeFirst()
  if (!user || (kind === 'invitation' && user.invited_at === null)) return null
  const text = signedText(user, Number(expiresAt))
  return isSignatureOf(signature, text, kinds[kind].purpose, secret) ? user : null
}

/** What links need to know of those who may sign in. */
export const enabledUsers = (database: Database) =>
  database
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash', 'invited_at', 'updated_at'])
    .where('disabled_at', 'is', null)
