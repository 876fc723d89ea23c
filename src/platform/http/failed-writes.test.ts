import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { failingDatabase } from '#testing/failing-database.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const event = {
  title: 'Kigali Talent Day',
  description: 'Forty graduates, twenty employers.',
  category: 'Africa Business',
  type: 'conference',
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T15:30:00.000Z',
  location: 'Kigali Convention Centre',
}

test('an event that is stored, and cannot be read back for the response, changes cached pages', async () => {
  const { services } = app
  const { tagVersions } = services
  const stop = tagVersions.startSync(services.database, services.log)
  let inserts = 0
  // The event, and its line in the audit log.
  const database = failingDatabase(services.database, (kind) => {
    if (kind === 'InsertQueryNode') inserts += 1
    return inserts === 2 && kind === 'SelectQueryNode'
  })
  const failing = createApp(
    { ...services, database, log: pino({ level: 'silent' }) },
    { handlePage: async () => new Response(), cache: null },
  )
  const request = new Request('http://localhost/api/admin/events/', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  const response = await failing.fetch(request, { peerAddress: '127.0.0.1' })
  const stored = await services.database.selectFrom('events').select('title').execute()
  expect([response.status, stored]).toEqual([500, [{ title: event.title }]])
  await expect.poll(() => tagVersions.versionOf('Event')).toBe(1)
  await stop()
})

test('a refused event changes no cached pages', async () => {
  const { services } = app
  const stop = services.tagVersions.startSync(services.database, services.log)
  const json = { ...event, ends_at: event.starts_at }
  const refused = await app.json('/api/admin/events/', { method: 'POST', token, json })
  expect(refused.status).toBe(400)
  await stop()
  expect(services.tagVersions.versionOf('Event')).toBe(0)
})
