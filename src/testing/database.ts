import { randomUUID } from 'node:crypto'
import { withClient } from '#database/postgres-dump.ts'

/** Creates a database without tables on the test server; its URL is undefined if the tests run on SQLite. */
export async function createTestDatabase() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return { url: undefined, drop: async () => {} }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, (client) => client.query(`create database ${name} template template0`))
  return {
    url: databaseUrl(server, name),
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database ${name} with (force)`)
      }),
  }
}

export function databaseUrl(server: string, database: string) {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
