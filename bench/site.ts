import { join } from 'node:path'
import { readConfig } from '#config'
import type { Engine } from '#database/columns.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import type { Role } from '#shared/roles.ts'
import { temporaryFolder } from '../scripts/processes.mjs'
import { openServices } from '../src/server/services.ts'
import { createTestDatabase } from '../src/testing/database.ts'
import { npmStart, startProduct } from './servers.ts'

/** The engines to measure: PostgreSQL only if TEST_DATABASE_URL is set. */
export const engines: readonly Engine[] = process.env.TEST_DATABASE_URL
  ? ['sqlite', 'postgres']
  : ['sqlite']

export type Site = Awaited<ReturnType<typeof createSite>>

/** Creates a data folder and a database with the demo content, to start the product on. */
export async function createSite(engine: Engine) {
  const { folder: dataDir, remove } = temporaryFolder('huza-bench')
  const database = engine === 'postgres' ? await createTestDatabase() : undefined
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    SECRET_KEY: 'a secret of measurements that is long enough',
    ADMIN_PASSWORD: 'a password of measurements',
    TRUST_PROXY: '127.0.0.1',
  }
  const start = (settings: Record<string, string> = {}) =>
    startProduct({ ...environment, ...settings }, join(dataDir, 'log'))
  await (await start())[Symbol.asyncDispose]()
  const { services, close } = await openServices(
    readConfig({ ...environment, LOG_LEVEL: 'silent' }),
  )
  return {
    engine,
    dataDir,
    services,
    start,
    npmStart: () => npmStart(environment, join(dataDir, 'log')),
    /** The headers of a signed-in user, valid for 15 minutes. */
    async signIn(role: Role = 'RECRUITER') {
      const token = await signInAs(services, await createUser(services, { role }))
      return { authorization: `Bearer ${token}` }
    },
    async [Symbol.asyncDispose]() {
      await close()
      await database?.drop()
      remove()
    },
  }
}
