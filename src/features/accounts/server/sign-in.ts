import type { RequestContext, Viewer } from '#platform/http/context.ts'
import { invalidFields, unauthorized } from '#platform/http/errors.ts'
import { hashEmail, writeAudit } from '#platform/security/audit-log.ts'
import { type Attempt, startAttempt, startConfirmation } from './attempts.ts'
import { verifyPassword } from './passwords.ts'
import { findCredentials, toUser } from './queries.ts'
import { isSecondFactorDue, spendSecondFactor } from './second-factor.ts'
import { openSession } from './sessions.ts'

const wrong = () => unauthorized('The email or the password is not right.')

/**
 * Signs in with email, password and, if it is on, the second factor.
 * @throws the same 401 for an unknown email and a wrong password, 400 for the code, 429 after too many failures
 */
export async function signIn(
  context: RequestContext,
  credentials: { email: string; password: string; code?: string },
) {
  const attempt = await startAttempt(context, credentials.email)
  try {
    return await checkAndOpen(context, attempt, credentials)
  } catch (error) {
    if (!attempt.isRefunded()) {
      const id = hashEmail(context, credentials.email)
      const line = { action: 'sign-in failed', target: 'account email', id } as const
      await writeAudit(context.database, { ...context, viewer: null }, line)
    }
    throw error
  }
}

async function checkAndOpen(
  context: RequestContext,
  attempt: Attempt,
  credentials: { email: string; password: string; code?: string },
) {
  const user = await findCredentials(context.database, credentials.email)
  if (!(await isRight(context, attempt, user?.password_hash, credentials.password)) || !user)
    throw wrong()
  if (user.disabled_at !== null) {
    throw unauthorized('This account is disabled. Please ask an administrator.')
  }
  await passSecondFactor(context, attempt, user, credentials.code)
  const tokens = await openSession(context, user)
  if (!tokens) throw wrong()
  await attempt.refund()
  context.log.info({ userId: user.id }, 'signed in')
  const second_factor_due = isSecondFactorDue(context.config, user)
  return { ...tokens, user: { ...toUser(user), second_factor_due } }
}

type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/** Asks for the code if the second factor is on. @throws 400 for the code */
async function passSecondFactor(
  context: RequestContext,
  attempt: Attempt,
  user: Credentials,
  code: string | undefined,
) {
  if (user.totp_enabled_at === null) return
  if (!code) {
    await attempt.refund()
    throw invalidFields({ code: ['Enter the 6-digit code of your authenticator app'] })
  }
  if (!(await spendSecondFactor(context, user, code))) {
    throw invalidFields({ code: ['This code is not right'] })
  }
}

/**
 * Checks the password of a signed-in user. Failures are counted by session.
 * @param field the input field of the password, for the error
 * @returns the hash that it matched
 * @throws 400 for the field, 429 after too many failures
 */
export async function confirmPassword(
  context: RequestContext,
  viewer: Viewer,
  password: string,
  field: string,
) {
  const { attempt, user } = await checkPassword(context, viewer, password, field)
  await attempt.refund()
  return user.password_hash
}

/**
 * Checks all that a sign-in of this user asks for, before a change that would let somebody else in for good.
 * @param field the input field of the password, for the error
 * @throws 400 for the field or `code`, 429 after too many failures
 */
export async function confirmIdentity(
  context: RequestContext,
  viewer: Viewer,
  given: { password?: string; code?: string },
  field: string,
) {
  if (!given.password) throw invalidFields({ [field]: ['Enter your own password to confirm this'] })
  const { attempt, user } = await checkPassword(context, viewer, given.password, field)
  await passSecondFactor(context, attempt, user, given.code)
  await attempt.refund()
}

async function checkPassword(
  context: RequestContext,
  viewer: Viewer,
  password: string,
  field: string,
) {
  const attempt = await startConfirmation(context, viewer)
  const user = await findCredentials(context.database, viewer.email)
  if (!(await isRight(context, attempt, user?.password_hash, password)) || !user) {
    throw invalidFields({ [field]: ['This password is not right'] })
  }
  return { attempt, user }
}

/** Refunds the attempt if the password could not be checked because too many were waiting. */
async function isRight(
  context: RequestContext,
  attempt: Attempt,
  hash: string | undefined,
  password: string,
) {
  try {
    return await verifyPassword(hash, password, context.responseHeaders)
  } catch (error) {
    await attempt.refund()
    throw error
  }
}
