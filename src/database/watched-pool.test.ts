import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { onPostgres } from '#testing/engines.ts'
import { startTcpProxy } from '#testing/tcp-proxy.ts'
import { isUnreachable, Unreachable } from './errors.ts'
import { withClient } from './postgres-dump.ts'
import { PromptClient, watchPool } from './watched-pool.ts'

const times = { suspectMs: 30, answerMsMax: 1_500, lookAgainMs: 50 }

async function startWatched() {
  const created = await createTestDatabase()
  const proxy = await startTcpProxy(created.url ?? '')
  const connectionString = proxy.through(created.url ?? '')
  const pool = watchPool(new pg.Pool({ connectionString, max: 2, Client: PromptClient }), times)
  const query = async (text: string) => {
    const client = await pool.connect()
    try {
      return (await client.query<Record<string, unknown>>(text, [])).rows
    } finally {
      client.release()
    }
  }
  onTestFinished(async () => {
    await pool.end()
    await proxy[Symbol.asyncDispose]()
    await created.drop()
  })
  return { proxy, pool, query }
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  )

onPostgres(
  'what waits for a silent database fails, and it is used again once it answers',
  async () => {
    const watched = await startWatched()
    await watched.query('select 1')
    watched.proxy.set('silent')
    // More than there are connections: the third waits for one.
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(watched.query('select 1'))))
    expect(outcomes.map(isUnreachable)).toEqual([true, true, true])
    expect(await outcomeOf(watched.query('select 1'))).toBeInstanceOf(Unreachable)
    watched.proxy.set('pass')
    await expect.poll(() => outcomeOf(watched.query('select 1'))).toBe('done')
    // All connections are there again.
    await Promise.all([1, 2, 3, 4].map(() => watched.query('select 1')))
  },
)

onPostgres('a statement that takes long goes on while the database answers', async () => {
  const watched = await startWatched()
  expect(await outcomeOf(watched.query('select pg_sleep(1)'))).toBe('done')
})

onPostgres(
  'a process that is held takes no answer for missing that it could not read',
  async () => {
    const watched = await startWatched()
    // Longer than an answer may take, each time after some milliseconds, in which one is asked for.
    const holding = setInterval(() => hold(times.answerMsMax + 100), 60)
    onTestFinished(() => clearInterval(holding))
    expect(await outcomeOf(watched.query('select pg_sleep(4)'))).toBe('done')
  },
)

const hold = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

onPostgres(
  'a connection that ends between two statements fails the next one, and nothing else',
  async () => {
    const watched = await startWatched()
    const client = await watched.pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    await withClient(process.env.TEST_DATABASE_URL ?? '', (other) =>
      other.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
    )
    await expect.poll(() => outcomeOf(client.query('select 1', []))).toSatisfy(isUnreachable)
    client.release()
    await expect.poll(() => outcomeOf(watched.query('select 1'))).toBe('done')
  },
)
