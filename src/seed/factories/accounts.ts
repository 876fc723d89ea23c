import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { hashPassword } from '#features/accounts/server/passwords.ts'
import { insertUser } from '#features/accounts/server/queries.ts'
import { openSession } from '#features/accounts/server/sessions.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import type { Role } from '#shared/roles.ts'

/** The password of every user that the factory makes, unless another is asked for. */
export const testPassword = 'a password for tests'

/** Cheap, so that tests spend no time on it; what verifies a hash reads its cost from it. */
const cheapHash = hash(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 })

export type TestUser = {
  id: number
  email: string
  name: string
  role: Role
  password: string
  password_hash: string
}

/** Makes a user for tests, complete apart from what the test says. */
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

/** Both tokens of a new session of the user, as a sign-in gives them. */
export async function openTestSession(
  services: Pick<Services, 'database' | 'secret' | 'now'>,
  user: Pick<TestUser, 'id' | 'password_hash'>,
  caller: Partial<Pick<RequestContext, 'clientIp' | 'headers'>> = {},
) {
  const context = { ...services, clientIp: '192.0.2.1', headers: new Headers(), ...caller }
  const tokens = await openSession(context, user)
  if (!tokens) throw new Error('The user cannot sign in')
  return tokens
}

/** An access token of the user. */
export async function signInAs(
  services: Pick<Services, 'database' | 'secret' | 'now'>,
  user: Pick<TestUser, 'id' | 'password_hash'>,
) {
  const { access } = await openTestSession(services, user)
  return access
}
