import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMessage } from '#seed/factories/messages.ts'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { failingDatabase, lossyDatabase } from '#testing/failing-database.ts'

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

test('a part of a batch that is stored, although that is not known, changes cached pages', async () => {
  const { services } = app
  const { tagVersions } = services
  const stop = tagVersions.startSync(services.database, services.log)
  const admin = await app.signIn('ADMIN')
  await createMessage(services)
  tagVersions.invalidate(['Contact'])
  const isPublished = () => Number.isFinite(tagVersions.publishedVersionOf('Contact'))
  await expect.poll(isPublished).toBe(true)
  const before = tagVersions.versionOf('Contact')
  const failing = createApp(
    { ...services, database: lossyDatabase(services.database), log: pino({ level: 'silent' }) },
    { handlePage: async () => new Response(), cache: null },
  )
  const seen = { filters: {}, seen_at: services.now(), seen_total: 1 }
  const request = new Request('http://localhost/api/admin/contacts/batch/matching/', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...seen, action: 'mark_resolved' }),
  })
  const response = await failing.fetch(request, { peerAddress: '127.0.0.1' })
  expect(await response.text()).toContain('event: error')
  const stored = services.database.selectFrom('contact_messages').select('status')
  expect(await stored.execute()).toEqual([{ status: 'RESOLVED' }])
  // As the call began, and after its failure.
  await expect.poll(() => tagVersions.versionOf('Contact')).toBe(before + 2)
  await stop()
})
