import type { RequestContext, Viewer } from '#platform/http/context.ts'
import type { Role } from '#shared/roles.ts'
import { readAccessToken } from './access-tokens.ts'
import { isSecondFactorDue } from './second-factor.ts'

/**
 * Identifies the caller by the bearer token. Session and user are looked up at each request, so that signing out, a
 * changed role and a disabled user take effect at once, although the token is still valid.
 */
export async function authenticate(
  context: Pick<RequestContext, 'headers' | 'database' | 'secret' | 'now' | 'config'>,
): Promise<Pick<RequestContext, 'viewer' | 'pendingViewer' | 'hasInvalidToken'>> {
  const header = context.headers.get('authorization')
  if (header === null) return { viewer: null, hasInvalidToken: false }
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  const user = token === undefined ? null : await findSessionUser(context, token)
  if (!user) return { viewer: null, hasInvalidToken: true }
  const { totp_enabled_at, ...viewer } = user
  return isSecondFactorDue(context.config, user)
    ? { viewer: null, pendingViewer: viewer, hasInvalidToken: false }
    : { viewer, hasInvalidToken: false }
}

async function findSessionUser(
  context: Pick<RequestContext, 'database' | 'secret' | 'now'>,
  token: string,
): Promise<(Viewer & { totp_enabled_at: string | null }) | null> {
  const session = await readAccessToken(context, token)
  if (!session) return null
  const user = await context.database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.totp_enabled_at'])
    .where('sessions.id', '=', session.id)
    .where('sessions.user_id', '=', session.userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', context.now().toISOString())
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return user ? { ...user, role: user.role as Role, sessionId: session.id } : null
}
