import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { readAccessToken } from '#features/accounts/server/access-tokens.ts'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { insertUser } from '#features/accounts/server/queries.ts'
import { openSession } from '#features/accounts/server/sessions.ts'
import type { RequestContext, Services, Viewer } from '#platform/http/context.ts'
import { findSessionUser } from '#platform/http/session-user.ts'
import type { Role } from '#shared/roles.ts'

/** The default password of created users. */
export const testPassword = 'a password for tests'

/** A cheap hash, to keep tests fast; verification reads the cost from the hash. */
const cheapHash = hash(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 })

export type TestUser = {
  id: number
  email: string
  name: string
  role: Role
  password: string
  password_hash: string
}

/** Creates a user for tests. */
export async function createUser(
  services: Pick<Services, 'database' | 'now'>,
  overrides: { email?: string; name?: string; role?: Role; password?: string } = {},
): Promise<TestUser> {
  const { password = testPassword, ...fields } = overrides
  const password_hash = password === testPassword ? await cheapHash : await hashPassword(password)
  const user = {
    email: `user-${randomUUID()}@huza.example`,
    name: 'Aline Uwase',
    role: 'ADMIN' as Role,
    ...fields,
    password_hash,
  }
  const id = await insertUser(services.database, user, services.now().toISOString())
  return { ...user, id, password }
}

/** Opens a session, whether or not the second factor is on. @returns both tokens, as a sign-in does */
export async function openTestSession(
  services: Pick<Services, 'database' | 'secret' | 'now'>,
  user: Pick<TestUser, 'id' | 'password_hash'>,
  caller: Partial<Pick<RequestContext, 'clientIp' | 'headers'>> = {},
) {
  const context = { ...services, clientIp: '192.0.2.1', headers: new Headers(), ...caller }
  const { totp_enabled_at } = await services.database
    .selectFrom('users')
    .select('totp_enabled_at')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const tokens = await openSession(context, { ...user, totp_enabled_at })
  if (!tokens) throw new Error('The user cannot sign in')
  return tokens
}

/** Opens a session. @returns its access token */
export async function signInAs(
  services: Pick<Services, 'database' | 'secret' | 'now'>,
  user: Pick<TestUser, 'id' | 'password_hash'>,
) {
  const { access } = await openTestSession(services, user)
  return access
}

/** Opens a session. @returns its user, as handlers get them */
export async function openTestViewer(
  services: Pick<Services, 'database' | 'secret' | 'now'>,
  user: TestUser,
): Promise<Viewer> {
  const session = await readAccessToken(services, await signInAs(services, user))
  const viewer = session && (await findSessionUser(services, session))
  if (!viewer) throw new Error('The session has ended')
  return viewer
}
