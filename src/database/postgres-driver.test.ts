import { expect, onTestFinished, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp } from '#testing/app.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { lockRow } from './lock-row.ts'
import { countConnections } from './postgres.ts'
import { createGate } from './postgres-driver.ts'

const onPostgres = test.runIf(process.env.TEST_DATABASE_URL)

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
  // Of the others it is not even asked.
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
