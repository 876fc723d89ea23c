import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { consumeLimit, removeExpiredLimits } from './limits.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const limit = { calls: 3, seconds: 60 }
const count = (key = 'key') => consumeLimit(app.services.database, key, limit, app.services.now())

test('concurrent calls cannot exceed the limit together', async () => {
  const waits = await Promise.all(Array.from({ length: 50 }, () => count()))
  expect(waits.filter((wait) => wait === null)).toHaveLength(3)
  expect(await count('another')).toBeNull()
})

test('a full window says how long to wait, and a new one starts after it', async () => {
  for (let calls = 0; calls < 3; calls += 1) await count()
  app.advanceS(20)
  expect(await count()).toBe(40)
  app.advanceS(40)
  expect(await count()).toBeNull()
})

test('windows that have passed are removed, others stay', async () => {
  await count('old')
  app.advanceS(61)
  await count('new')
  await removeExpiredLimits(app.services.database, app.services.now())
  const rows = await app.services.database.selectFrom('limits').select('key').execute()
  expect(rows).toEqual([{ key: 'new' }])
})
