import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { lockRow } from './lock-row.ts'
import { countConnections } from './postgres.ts'
import { createGate, RoomForReadsDriver } from './postgres-driver.ts'
import { prepareQuery, type Slots } from './prepared.ts'
import type { Tables } from './tables.ts'

onPostgres('reads are answered while many transactions wait for the same row', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database, config } = app.services
  const id = await createCohort(app.services)
  const held = await database.startTransaction().execute()
  await lockRow(held, 'cohorts', id)
  const many = config.databasePoolSize * 2
  const locked = Array.from({ length: many }, () =>
    database.transaction().execute((transaction) => lockRow(transaction, 'cohorts', id)),
  )
  // The rest of them wait for a connection, and have not asked for the lock.
  await expect.poll(() => countConnections().waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect.poll(() => countLockWaits(database), { timeout: 20_000 }).toBeGreaterThan(0)
  expect((await app.request('/api/website/cohorts/')).status).toBe(200)
  await held.commit().execute()
  expect(await Promise.all(locked)).toEqual(Array(many).fill(true))
})

onPostgres('a transaction that fails lets the next one through', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database, config } = app.services
  for (let turn = 0; turn <= config.databasePoolSize; turn += 1) {
    const failing = database.transaction().execute(async (transaction) => {
      await lockRow(transaction, 'cohorts', 1)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
  }
  await database.transaction().execute((transaction) => lockRow(transaction, 'cohorts', 1))
})

test('a gate lets so many through, the others in their order, and none for ever', async () => {
  const gate = createGate(1, 50)
  const passed: string[] = []
  await gate.enter()
  const [first, second] = ['first', 'second'].map((name) =>
    gate.enter().then(() => passed.push(name)),
  )
  gate.leave()
  await first
  expect(passed).toEqual(['first'])
  // Nobody leaves any more.
  await expect(second).rejects.toThrow('The database does not answer')
  gate.leave()
  await gate.enter()
  expect(gate.waiting.size).toBe(0)
})

test('what a transaction asks for at once is sent together, the first of it with its beginning', async () => {
  /** What was sent before the next answer. */
  const sent: string[][] = []
  let isAnswered = true
  const query = async (text: string) => {
    if (isAnswered) sent.push([])
    isAnswered = false
    sent.at(-1)?.push(text)
    await new Promise((resolve) => setImmediate(resolve))
    isAnswered = true
    if (text.includes('fail')) throw new Error('on purpose')
    return { command: 'SELECT', rowCount: 1, rows: [{ text }] }
  }
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} }
  const config = { pool: pool as unknown as PostgresPool }
  const dialect = new PostgresDialect(config)
  dialect.createDriver = () => new RoomForReadsDriver(config, createGate(1, 1_000))
  const database = new Kysely<Tables>({ dialect })
  const find = ['a', 'b', 'c', 'fail'].map((name) =>
    prepareQuery((some, _: Slots<object>) =>
      some.selectFrom('limits').select(sql.lit(name).as('n')),
    ),
  )
  const ask = (transaction: typeof database, ...numbers: number[]) =>
    Promise.all(numbers.map((number) => find[number]?.(transaction, {})))

  await database.transaction().execute(async (transaction) => {
    await ask(transaction, 0, 1)
    await ask(transaction, 2)
  })
  const text = (name: string) => `select '${name}' as "n" from "limits"`
  expect(sent).toEqual([['begin', text('a'), text('b')], [text('c')], ['commit']])
  sent.length = 0
  const failing = database.transaction().execute((transaction) => ask(transaction, 3, 0))
  await expect(failing).rejects.toThrow('on purpose')
  expect(sent).toEqual([['begin', text('fail'), text('a')], ['rollback']])
  await database.destroy()
})
