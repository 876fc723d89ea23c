import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A bare database of its own on the test server, or nothing where the tests run on SQLite. */
export async function createTestDatabase() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return { url: undefined, drop: async () => {} }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(server, (client) => client.query(`create database ${name} template template0`))
  return {
    url: addressOf(server, name),
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database ${name} with (force)`)
      }),
  }
}

export function addressOf(server: string, database: string) {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
