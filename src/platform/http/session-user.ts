import type { Role } from '#shared/roles.ts'
import type { RequestContext, Services, Viewer } from './context.ts'
import { forbidden, unauthorized } from './errors.ts'
import { requireViewer } from './procedures.ts'

type Source = Pick<Services, 'database' | 'now'>

/** The user of a session; null once it has ended, or its user is disabled. */
export async function findSessionUser(
  { database, now }: Source,
  { id, userId }: { id: string; userId: number },
): Promise<(Viewer & { totp_enabled_at: string | null }) | null> {
  const user = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.totp_enabled_at'])
    .where('sessions.id', '=', id)
    .where('sessions.user_id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now().toISOString())
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  return user ? { ...user, role: user.role as Role, sessionId: id } : null
}

/**
 * For a call that takes long and has done a part, before it goes on.
 * @param outcome what becomes of the rest of it
 * @throws 401 when the viewer's session has ended since, as by disabling them; 403 when their role is another one
 */
export const requireSameViewer = (context: RequestContext, outcome = 'the rest stays as it was') =>
  refuseOtherViewer(context, outcome, `Your session has ended, so ${outcome}.`)

/**
 * For an upload whose file has arrived, before anything is stored.
 * @throws 401 as for any call without a session, so that the client asks to sign in and sends it again; 403 when the
 * viewer's role is another one
 */
export const requireSameUploader = (context: RequestContext) =>
  refuseOtherViewer(context, 'nothing was stored', 'Invalid token')

async function refuseOtherViewer(context: RequestContext, outcome: string, sessionEnded: string) {
  const { id: userId, sessionId, role } = requireViewer(context)
  const user = await findSessionUser(context, { id: sessionId, userId })
  if (!user) throw unauthorized(sessionEnded)
  if (user.role !== role) throw forbidden(`Your role was changed, so ${outcome}.`)
}
