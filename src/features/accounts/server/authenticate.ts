import type { RequestContext, Viewer } from '#platform/http/context.ts'
import type { Role } from '#shared/roles.ts'
import { readAccessToken } from './access-tokens.ts'

/**
 * Identifies the caller by the bearer token. Session and user are looked up at each request, so that signing out, a
 * changed role and a disabled user take effect at once, although the token is still valid.
 */
export async function authenticate(
  context: Pick<RequestContext, 'headers' | 'database' | 'secret' | 'now'>,
): Promise<Pick<RequestContext, 'viewer' | 'hasInvalidToken'>> {
  const header = context.headers.get('authorization')
  if (header === null) return { viewer: null, hasInvalidToken: false }
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  const viewer = token === undefined ? null : await findViewer(context, token)
  return { viewer, hasInvalidToken: viewer === null }
}

async function findViewer(
  context: Pick<RequestContext, 'database' | 'secret' | 'now'>,
  token: string,
): Promise<Viewer | null> {
  const session = await readAccessToken(context, token)
  if (!session) return null
  const user = await context.database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    .where('sessions.id', '=', session.id)
    .where('sessions.user_id', '=', session.userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', context.now().toISOString())
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return user ? { ...user, role: user.role as Role, sessionId: session.id } : null
}
