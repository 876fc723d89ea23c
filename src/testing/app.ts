import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApp, nodeListener } from '#server/app.ts'
import { openServices } from '#server/services.ts'
import type { Role } from '#shared/roles.ts'
import { acquireTestDatabase } from './database-pool.ts'

/**
 * Starts the whole app without a network, on its own database and data folder: SQLite, or PostgreSQL if
 * TEST_DATABASE_URL is set. The clock stands still unless a test moves it.
 */
export async function startTestApp(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-test-'))
  const testDatabase = await acquireTestDatabase(dataDir)
  let now = new Date('2026-03-02T08:00:00.000Z')
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for tests that is long enough',
    DATA_KEY: 'a data key for tests that is long enough',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    TRUST_PROXY: '127.0.0.1',
    ...(testDatabase.url ? { DATABASE_URL: testDatabase.url } : {}),
    ...environment,
  })
  const { services, close } = await openServices(config, () => now)
  const app = createApp(services, {
    handlePage: async () => new Response('A page', { status: 404 }),
    // Tests write to the database directly, which would not invalidate a cache.
    cache: null,
  })

  /** Sends a request to the app. @param init `json` is the body, `clientIp` the sender's IP address */
  async function request(
    path: string,
    init: RequestInit & { json?: unknown; token?: string; clientIp?: string } = {},
  ) {
    const { json, token, clientIp, ...rest } = init
    const headers = new Headers(rest.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (clientIp !== undefined) headers.set('x-forwarded-for', clientIp)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? rest.body : JSON.stringify(json)
    const request = new Request(`http://localhost${path}`, { ...rest, headers, body: body ?? null })
    return app.fetch(request, { peerAddress: '127.0.0.1' })
  }

  return {
    services,
    request,
    /** The app's listener for tests that need a real node:http server. */
    listener: nodeListener(app),
    /** Sends a request and returns status, headers and body, parsed if it is JSON. */
    async json(...args: Parameters<typeof request>) {
      const response = await request(...args)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
      }
    },
    setNow(moment: Date | string) {
      now = new Date(moment)
    },
    advanceS(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000)
    },
    /** Creates a user with the role. @returns their access token */
    async signIn(role: Role, overrides: Partial<Parameters<typeof createUser>[1]> = {}) {
      return signInAs(services, await createUser(services, { role, ...overrides }))
    },
    async [Symbol.asyncDispose]() {
      await close()
      await testDatabase.release()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
