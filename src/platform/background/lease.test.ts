import { afterEach, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createLease } from './lease.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

/** A lease by a process whose clock is ahead. */
const leaseOf = (minutesAhead = 0) => {
  const { database, now } = app.services
  const ahead = () => new Date(now().getTime() + minutesAhead * minuteMs)
  return createLease({ database, now: ahead }, 'some work')
}

test('a process that ended while its clock was a day ahead leaves its work to others at once', async () => {
  expect(await leaseOf(24 * 60).hold()).toBe(true)
  const next = leaseOf()
  expect(await next.hold()).toBe(true)
  expect(await leaseOf().hold()).toBe(false)
  expect(await next.hold()).toBe(true)
})

test('clocks that differ by minutes take no work away from a process that runs', async () => {
  expect(await leaseOf(5).hold()).toBe(true)
  expect(await leaseOf().hold()).toBe(false)
})
