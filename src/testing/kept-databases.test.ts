import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createUser } from '#features/accounts/server/factory.ts'
import { seedDemo } from '../seed/demo.ts'
import { startTestApp, type TestApp } from './app.ts'

test('a test finds no row of the tests before it or beside it, and its own are numbered from the start', async () => {
  const first = await startTestApp()
  await fill(first)
  expect((await filledTables(first)).length).toBeGreaterThan(15)
  await using beside = await startTestApp()
  expect(await filledTables(beside)).toEqual([])
  await first[Symbol.asyncDispose]()

  await using after = await startTestApp()
  expect(await filledTables(after)).toEqual([])
  expect(await createUser(after.services, { role: 'ADMIN' })).toMatchObject({ id: 1 })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a connection that a test forgot is ended before the next test gets its database',
  async () => {
    const first = await startTestApp()
    const forgotten = new pg.Client({ connectionString: first.services.config.databaseUrl })
    const ended = new Promise((resolve) => forgotten.on('error', resolve))
    await forgotten.connect()
    await forgotten.query('begin')
    await forgotten.query(`insert into cache_versions (tag, version) values ('forgotten', 1)`)
    await first[Symbol.asyncDispose]()

    await using second = await startTestApp()
    await expect(ended).resolves.toMatchObject({ message: expect.stringContaining('terminat') })
    expect(second.services.config.databaseUrl).toBe(first.services.config.databaseUrl)
    expect(await filledTables(second)).toEqual([])
  },
)

/** Rows that refer to each other, in most of the tables. */
async function fill(app: TestApp) {
  expect(await seedDemo(app.services)).toBe(true)
  await app.signIn('ADMIN')
  const json = { email: 'aline@example.rw' }
  await app.request('/api/website/subscribe/', { method: 'POST', json })
}

/** Looked up in the database itself, so that no table can be forgotten. */
async function filledTables({ services: { database } }: TestApp) {
  const tables = await database.introspection.getTables()
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
