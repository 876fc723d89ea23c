import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { dayMs, daysBefore } from '#shared/durations.ts'
import { signAccessToken } from './access-tokens.ts'

const idleMsMax = 30 * dayMs
const ageMsMax = 90 * dayMs
/** Two tabs that refresh at the same moment use the same token. */
const reuseGraceMs = 10_000

/** A session ends 30 days after it was last used, and 90 days after its sign-in. */
const expiry = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + idleMsMax, createdAt.getTime() + ageMsMax)).toISOString()

/**
 * Opens a session for the user.
 * @returns null if the user was disabled or deleted, or their password or second factor changed, since both were
 * checked
 */
export async function openSession(
  context: Pick<RequestContext, 'database' | 'secret' | 'now' | 'clientIp' | 'headers'>,
  user: { id: number; password_hash: string; totp_enabled_at: string | null },
) {
  const now = context.now()
  const at = now.toISOString()
  const id = randomUUID()
  const refresh = await context.database.transaction().execute(async (transaction) => {
    const actor = await transaction
      .updateTable('users')
      .set({ last_seen_at: at })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('totp_enabled_at', 'is not distinct from', user.totp_enabled_at)
      .where('disabled_at', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!actor) return null
    const line = { action: 'signed in', target: 'user', id: user.id, actor } as const
    await writeAudit(transaction, context, line)
    await transaction
      .insertInto('sessions')
      .values({
        id,
        user_id: user.id,
        address: context.clientIp,
        user_agent: (context.headers.get('user-agent') ?? '').slice(0, 300),
        created_at: at,
        last_used_at: at,
        expires_at: expiry(now, now),
      })
      .execute()
    return insertRefreshToken(transaction, id, at)
  })
  if (refresh === null) return null
  return { access: await signAccessToken(context, { id, userId: user.id }), refresh }
}

/**
 * Exchanges a refresh token for the next one. Reuse of an old one ends the session: either the first or the second
 * use was by a thief.
 * @returns null when the token is unknown or its session is over
 */
export async function renewSession(
  context: Pick<RequestContext, 'database' | 'secret' | 'now' | 'log'>,
  token: string,
) {
  const now = context.now()
  const at = now.toISOString()
  const tokenHash = hashToken(token)
  const session = await context.database
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.created_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!session) return null

  const refresh = await context.database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('sessions')
      .set({ last_used_at: at, expires_at: expiry(new Date(session.created_at), now) })
      .where('id', '=', session.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return null
    if (!(await takeRefreshToken(transaction, session.id, tokenHash, now))) {
      context.log.warn({ userId: session.user_id }, 'used refresh token came again, session ended')
      await endSessions(transaction, { id: session.id }, at)
      return null
    }
    return insertRefreshToken(transaction, session.id, at)
  })
  if (refresh === null) return null
  await context.database
    .updateTable('users')
    .set({ last_seen_at: at })
    .where('id', '=', session.user_id)
    .execute()
  return {
    access: await signAccessToken(context, { id: session.id, userId: session.user_id }),
    refresh,
  }
}

/**
 * Uses a token up, and with it all others of the session: tabs that refreshed at the same moment got one each, but go
 * on with the one that was stored last. Whoever comes later with another one has a copy.
 */
async function takeRefreshToken(
  transaction: Transaction<Tables>,
  sessionId: string,
  tokenHash: string,
  now: Date,
) {
  const token = await transaction
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!token) return false
  if (token.used_at !== null) {
    return now.getTime() - new Date(token.used_at).getTime() <= reuseGraceMs
  }
  await transaction
    .updateTable('refresh_tokens')
    .set({ used_at: now.toISOString() })
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .execute()
  return true
}

async function insertRefreshToken(transaction: Database, sessionId: string, at: string) {
  const token = randomBytes(32).toString('base64url')
  await transaction
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at })
    .execute()
  return token
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Ends the session of a refresh token, used or not. Does nothing for an unknown token. */
export async function endSessionOfRefreshToken(database: Database, token: string, at: string) {
  await database
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where('id', 'in', (select) =>
      select
        .selectFrom('refresh_tokens')
        .select('session_id')
        .where('token_hash', '=', hashToken(token)),
    )
    .execute()
}

/**
 * Ends the matching sessions, and with them all their tokens.
 * @returns how many were active
 */
export async function endSessions(
  database: Database,
  filter: { id?: string; userId?: number; exceptId?: string },
  at: string,
) {
  let query = database
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.exceptId !== undefined) query = query.where('id', '!=', filter.exceptId)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

const sessionsShownMax = 100

export const findSessions = (database: Database, userId: number, at: string) =>
  database
    .selectFrom('sessions')
    .select(['id', 'address', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(sessionsShownMax)
    .execute()

/** Whether the account was signed in to from this client IP before. */
export async function isKnownClientIp(database: Database, email: string, clientIp: string) {
  const session = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', email)
    .where('sessions.address', '=', clientIp)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

const retentionDays = 30

/** Deletes the sessions that ended more than 30 days ago, with their tokens. */
export async function removeOldSessions(services: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(services.now(), retentionDays)
  await services.database
    .deleteFrom('sessions')
    .where((where) => where.or([where('ended_at', '<', before), where('expires_at', '<', before)]))
    .execute()
}
