import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { seedDemo } from '#seed/demo.ts'
import { createUser } from '#seed/factories/accounts.ts'
import { onPostgres } from '#testing/engines.ts'
import { startTestApp, type TestApp } from './app.ts'

const running = new Set<TestApp>()
afterEach(() => Promise.all([...running].map(close)))

/**
 * Every process stores the fingerprint of its secret when it starts; a migration, how far SQLite's indexes have come.
 */
const filledAtStart = process.env.TEST_DATABASE_URL
  ? ['system_values']
  : ['search_progress', 'system_values']

async function open() {
  const app = await startTestApp()
  running.add(app)
  return app
}

async function close(app: TestApp) {
  running.delete(app)
  await app[Symbol.asyncDispose]()
}

test('a test never sees rows of earlier or concurrent tests, and its ids start at 1', async () => {
  const first = await open()
  await fill(first)
  expect((await filledTables(first)).length).toBeGreaterThan(15)
  const beside = await open()
  expect(await filledTables(beside)).toEqual(filledAtStart)
  await close(first)

  const after = await open()
  expect(await filledTables(after)).toEqual(filledAtStart)
  expect(await createUser(after.services, { role: 'ADMIN' })).toMatchObject({ id: 1 })
})

onPostgres(
  'a connection that a test left open is closed before the next test gets the database',
  async () => {
    const first = await open()
    const forgotten = new pg.Client({ connectionString: first.services.config.databaseUrl })
    const ended = new Promise((resolve) => forgotten.on('error', resolve))
    await forgotten.connect()
    await forgotten.query('begin')
    await forgotten.query(`insert into cache_versions (tag, version) values ('forgotten', 1)`)
    await close(first)

    // Gets the same database, or another process has got it meanwhile.
    const second = await open()
    await expect(ended).resolves.toMatchObject({ message: expect.stringContaining('terminat') })
    expect(await filledTables(second)).toEqual(filledAtStart)
  },
)

/** Fills most tables with rows that refer to each other. */
async function fill(app: TestApp) {
  expect(await seedDemo(app.services)).toBe(true)
  await app.signIn('ADMIN')
  const json = { email: 'aline@example.rw' }
  await app.request('/api/website/subscribe/', { method: 'POST', json })
}

/** Reads the tables from the database, so that none is missed. */
async function filledTables({ services: { database } }: TestApp) {
  const all = await database.introspection.getTables()
  // SQLite's index of the searched text is never without rows of its own.
  const tables = all.filter(({ name }) => !/_search(_|$)/.test(name))
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from ${sql.table(name)}`.execute(database)
      return { name, count: rows[0]?.count ?? 0 }
    }),
  )
  return counts.filter(({ count }) => count > 0).map(({ name }) => name)
}
