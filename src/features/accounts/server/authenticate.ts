import type { RequestContext } from '#platform/http/context.ts'
import { findSessionUser } from '#platform/http/session-user.ts'
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
  const session = token === undefined ? null : await readAccessToken(context, token)
  const user = session && (await findSessionUser(context, session))
  if (!user) return { viewer: null, hasInvalidToken: true }
  const { totp_enabled_at, ...viewer } = user
  return isSecondFactorDue(context.config, user)
    ? { viewer: null, pendingViewer: viewer, hasInvalidToken: false }
    : { viewer, hasInvalidToken: false }
}
