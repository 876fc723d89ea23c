import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { keyFor } from '#platform/security/signing.ts'
import { company } from '#shared/company.ts'
import { endSessions } from './sessions.ts'

type Needs = Pick<Services, 'database' | 'secret' | 'now'>

const stepSeconds = 30
const recoveryCodesCount = 10
/** Letters and digits that can't be confused with one another; 12 of them have almost 60 bits. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Whether the user's role requires a second factor, and it isn't on. */
export const isSecondFactorDue = (
  { requireTotp }: Pick<Services['config'], 'requireTotp'>,
  user: { role: string; totp_enabled_at: string | null },
) => user.totp_enabled_at === null && requireTotp.some((role) => role === user.role)

/**
 * Stores a new secret for the user, which takes effect once a code is confirmed.
 * @returns null when the second factor is on already
 */
export async function startSecondFactor(context: Needs, user: { id: number; email: string }) {
  const secret = generateSecret()
  const { numUpdatedRows } = await context.database
    .updateTable('users')
    .set({ totp_secret: encrypt(context, user.id, secret), totp_last_step: null })
    .where('id', '=', user.id)
    .where('totp_enabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  return { secret, uri: generateURI({ issuer: company.name, label: user.email, secret }) }
}

/**
 * Turns the second factor on if the code matches the new secret, and ends the user's other sessions.
 * @returns the recovery codes, 'wrong code', 'on already', or 'not started' when there is no secret to confirm
 */
export async function confirmSecondFactor(
  context: Needs & Pick<RequestContext, 'viewer' | 'clientIp'>,
  userId: number,
  code: string,
) {
  const user = await context.database
    .selectFrom('users')
    .select(['totp_secret', 'totp_enabled_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.totp_enabled_at) return 'on already'
  if (!user?.totp_secret) return 'not started'
  const step = await findStep(context, userId, user.totp_secret, withoutGaps(code))
  if (step === null) return 'wrong code'
  const { totp_secret } = user
  return context.database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ totp_enabled_at: context.now().toISOString(), totp_last_step: step })
      .where('id', '=', userId)
      .where('totp_enabled_at', 'is', null)
      .where('totp_secret', '=', totp_secret)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'not started'
    // Whoever else has signed in has given the password alone.
    const own = context.viewer && { exceptId: context.viewer.sessionId }
    await endSessions(transaction, { userId, ...own }, context.now().toISOString())
    const line = { action: 'changed', target: 'user', id: userId } as const
    await writeAudit(transaction, context, { ...line, details: { fields: ['second_factor'] } })
    return writeRecoveryCodes(context, transaction, userId)
  })
}

/** Replaces the user's recovery codes, used or not, by new ones. @returns null when the second factor is off */
export async function renewRecoveryCodes(
  context: Needs & Pick<RequestContext, 'viewer' | 'clientIp'>,
  userId: number,
) {
  return context.database.transaction().execute(async (transaction) => {
    // Where two renewals come at once, the second replaces what the first has written.
    await lockRow(transaction, 'users', userId)
    const user = await transaction
      .selectFrom('users')
      .select('totp_enabled_at')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user?.totp_enabled_at) return null
    await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    const line = { action: 'changed', target: 'user', id: userId } as const
    await writeAudit(transaction, context, { ...line, details: { fields: ['recovery_codes'] } })
    return writeRecoveryCodes(context, transaction, userId)
  })
}

async function writeRecoveryCodes(
  context: Needs,
  transaction: Transaction<Tables>,
  userId: number,
) {
  const codes = Array.from({ length: recoveryCodesCount }, generateRecoveryCode)
  const rows = codes.map((one) => ({
    user_id: userId,
    code_hash: hashRecoveryCode(context, userId, one),
  }))
  await transaction.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** Turns the second factor off, and deletes its secret and recovery codes. */
export async function removeSecondFactor(database: Database, userId: number) {
  await database
    .updateTable('users')
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute()
  await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Consumes a code of the authenticator app or a recovery code. @returns whether it was valid and unused */
export async function spendSecondFactor(
  context: Needs,
  user: { id: number; totp_secret: string | null },
  code: string,
) {
  const typed = withoutGaps(code)
  if (!/^\d{6}$/.test(typed)) return spendRecoveryCode(context, user.id, typed)
  if (user.totp_secret === null) return false
  const step = await findStep(context, user.id, user.totp_secret, typed)
  if (step === null) return false
  const { numUpdatedRows } = await context.database
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', user.id)
    .where('totp_secret', '=', user.totp_secret)
    .where((where) =>
      where.or([where('totp_last_step', 'is', null), where('totp_last_step', '<', step)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(database: Database, userId: number) {
  const { total } = await database
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

async function spendRecoveryCode(context: Needs, userId: number, code: string) {
  const { numUpdatedRows } = await context.database
    .updateTable('recovery_codes')
    .set({ used_at: context.now().toISOString() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(context, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Finds the time step of a code: the current one, or the one before or after it, for clocks that differ.
 * @throws 400 for a secret that was encrypted with another `SECRET_KEY`
 */
async function findStep(context: Needs, userId: number, encrypted: string, code: string) {
  if (!/^\d{6}$/.test(code)) return null
  const secret = decrypt(context, userId, encrypted)
  if (secret === null) {
    throw invalidFields({
      code: [
        'This server cannot check codes any more. Please ask an administrator to reset yours.',
      ],
    })
  }
  const result = await verify({
    secret,
    token: code,
    period: stepSeconds,
    epoch: Math.floor(context.now().getTime() / 1000),
    epochTolerance: stepSeconds,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

const withoutGaps = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

function generateRecoveryCode() {
  const letters = Array.from(
    { length: 12 },
    () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
  )
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** Keyed, so that a stolen database alone isn't enough to brute-force the codes. */
const hashRecoveryCode = (context: Needs, userId: number, code: string) =>
  createHmac('sha256', keyFor('recovery codes', context.secret))
    .update(`${userId}:${withoutGaps(code)}`)
    .digest('base64url')

const nonceBytes = 12
const tagBytes = 16

/** Bound to its user by associated data, so that a secret copied to another row can't be decrypted. */
function encrypt(context: Needs, userId: number, text: string) {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor('second factor', context.secret), nonce)
  cipher.setAAD(Buffer.from(String(userId)))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')
}

/** @returns null if it was encrypted for another user or with another key */
function decrypt(context: Needs, userId: number, encrypted: string) {
  const bytes = Buffer.from(encrypted, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor('second factor', context.secret), nonce, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(String(userId)))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
