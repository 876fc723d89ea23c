import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Limit } from '#shared/procedure.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { RequestContext } from './context.ts'
import { badRequest } from './errors.ts'
import { consumeLimit, limitClient, limitOutcomes, removeExpiredLimits } from './limits.ts'

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

test('a window of a clock that was a day ahead does not last for a day', async () => {
  app.advanceS(24 * 60 * 60)
  for (let calls = 0; calls < 3; calls += 1) await count()
  expect(await count()).toBe(60)
  app.advanceS(-24 * 60 * 60)
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

test('of very many windows those that have passed are removed, wherever they are', async () => {
  const { database, now } = app.services
  const key = (number: number) => `key ${String(number).padStart(4, '0')}`
  const rows = Array.from({ length: 2_500 }, (_, number) => ({
    key: key(number),
    count: 1,
    resets_at: new Date(now().getTime() + (number % 500 === 0 ? 1 : 0)).toISOString(),
  }))
  for (let from = 0; from < rows.length; from += 500) {
    await database
      .insertInto('limits')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  await removeExpiredLimits(database, now())
  const left = await database.selectFrom('limits').select('key').orderBy('key').execute()
  expect(left).toEqual([0, 500, 1000, 1500, 2000].map((number) => ({ key: key(number) })))
})

test.each([1, 3])('what each of %i processes counts in memory is its share', async (workers) => {
  const config = { ...app.services.config, workers }
  const responseHeaders = new Headers()
  const context = { ...app.services, config, clientIp: '192.0.2.1', responseHeaders }
  const call = () =>
    limitClient(context as RequestContext, 'visit', { calls: 30, seconds: 60, isInMemory: true })
  for (let calls = 0; calls < 30 / workers; calls += 1) await call()
  await expect(call()).rejects.toMatchObject({ status: 429 })
})

const outcomes = { calls: 4, refused: 2, seconds: 60 }
function run(work: () => Promise<string>, clientIp = '192.0.2.1', limit: Limit = outcomes) {
  const context = { ...app.services, clientIp, responseHeaders: new Headers() } as RequestContext
  return limitOutcomes(context, 'form', limit, work).catch(({ status }) => status)
}
const accept = async () => 'accepted'
const refuse = async () => {
  throw badRequest('Something is missing')
}
const fail = async () => {
  throw Object.assign(new Error('Disk full'), { status: 500 })
}
const inTurn = async (...works: (() => Promise<string>)[]) => {
  const found = []
  for (const work of works) found.push(await run(work))
  return found
}

test('refused calls have a limit of their own, after which right ones still pass', async () => {
  expect(await inTurn(refuse, refuse, refuse)).toEqual([400, 400, 429])
  expect(await inTurn(accept, accept, accept, accept)).toEqual([
    ...Array(3).fill('accepted'),
    // The third refusal counted as a call: else refusals would have no end.
    429,
  ])
  expect(await run(accept, '192.0.2.2')).toBe('accepted')
  app.advanceS(60)
  expect(await inTurn(refuse, accept)).toEqual([400, 'accepted'])
})

test('refused calls that are counted in memory are given back there, without a write', async () => {
  const inMemory = { ...outcomes, isInMemory: true }
  const found = []
  for (const work of [accept, accept, refuse, refuse, accept, accept, accept])
    found.push(await run(work, '192.0.2.1', inMemory))
  expect(found).toEqual(['accepted', 'accepted', 400, 400, 'accepted', 'accepted', 429])
  expect(await app.services.database.selectFrom('limits').select('key').execute()).toEqual([])
})

test('accepted calls are limited, and do not use up the limit of refused ones', async () => {
  expect(await inTurn(accept, accept, accept, refuse, refuse, accept, accept)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    400,
    400,
    'accepted',
    429,
  ])
})

test('a failure of the server counts as a call, not as a refusal', async () => {
  expect(await inTurn(fail, fail, fail, refuse, refuse, accept, accept)).toEqual([
    500,
    500,
    500,
    400,
    400,
    'accepted',
    429,
  ])
})
