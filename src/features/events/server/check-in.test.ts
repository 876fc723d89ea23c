import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { sheetOf } from '#testing/downloads.ts'
import { markSent } from '#testing/mark-sent.ts'

let app: TestApp
let token: string
let eventId: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Diane Keza' })
  eventId = await createEvent(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const checkIn = (id: number | undefined, is_here: unknown = true, by = token) =>
  app.json(`/api/admin/event-registrations/${id}/check-in/`, {
    method: 'PATCH',
    token: by,
    json: { is_here },
  })
const list = async (query = '') =>
  (await app.json(`/api/admin/events/${eventId}/registrations/?${query}`, { token })).body
const namesOf = async (query: string) =>
  (await list(query)).results.map((one: { full_name: string }) => one.full_name)
const resend = (id: number | undefined) =>
  app.json(`/api/admin/event-registrations/${id}/resend/`, { method: 'POST', token, json: {} })
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()

test('who has come is noted with the time and the name of the user, counted, and can be taken back', async () => {
  const [aline] = await createRegistrations(app.services, eventId, [{ full_name: 'Aline' }, {}])
  const { status, body } = await checkIn(aline)
  const note = { checked_in_at: '2026-03-02T08:00:00.000Z', checked_in_by: 'Diane Keza' }
  expect([status, body]).toMatchObject([200, { id: aline, full_name: 'Aline', ...note }])
  expect(await list()).toMatchObject({ registered: 2, arrived: 1 })
  expect(await namesOf('is_here=true')).toEqual(['Aline'])
  expect(await namesOf('is_here=false')).toHaveLength(1)
  const none = { checked_in_at: null, checked_in_by: '' }
  expect((await checkIn(aline, false)).body).toMatchObject(none)
  expect((await checkIn(aline, false)).body).toMatchObject(none)
  expect(await list()).toMatchObject({ registered: 2, arrived: 0 })
})

test('of two users who check in one person at once the first is noted, and the person counted once', async () => {
  const ids = await createRegistrations(app.services, eventId, Array(10).fill({}))
  const eric = await app.signIn('ADMIN', { name: 'Eric Nshuti' })
  const responses = await Promise.all(
    ids.flatMap((id) => [checkIn(id), checkIn(id, true, eric), checkIn(id)]),
  )
  for (const { status } of responses) expect(status).toBe(200)
  expect(await list()).toMatchObject({ registered: 10, arrived: 10 })
  const [first] = ids
  const before = (await checkIn(first)).body.checked_in_by
  app.advanceS(60)
  expect((await checkIn(first, true, before === 'Eric Nshuti' ? token : eric)).body).toMatchObject({
    checked_in_at: '2026-03-02T08:00:00.000Z',
    checked_in_by: before,
  })
  await Promise.all(ids.map((id) => checkIn(id, false)))
  expect(await list()).toMatchObject({ registered: 10, arrived: 0 })
})

test('who had come and is deleted counts no longer', async () => {
  const [id, other] = await createRegistrations(app.services, eventId, [{}, {}])
  await Promise.all([checkIn(id), checkIn(other)])
  const path = `/api/admin/event-registrations/${id}/`
  await Promise.all([1, 2].map(() => app.json(path, { method: 'DELETE', token })))
  expect(await list()).toMatchObject({ registered: 1, arrived: 1 })
  expect((await checkIn(id)).status).toBe(404)
})

test('people are found by any part of the name in any order, and by their number', async () => {
  await createRegistrations(app.services, eventId, [
    { full_name: 'Aline Uwase', email: 'a@example.rw' },
    { full_name: "Zoé N'Dour", email: 'b@example.rw' },
  ])
  expect(await namesOf('search=uwase%20ali')).toEqual(['Aline Uwase'])
  expect(await namesOf("search=zoe%20n'd")).toEqual(["Zoé N'Dour"])
  expect(await namesOf('search=100%25')).toEqual([])
  const json = { full_name: 'İbrahim Öz', email: 'c@example.rw', phone: '+250 788 123 456' }
  await app.json(`/api/website/events/${eventId}/registrations/`, { method: 'POST', json })
  expect(await namesOf('search=0788123456')).toEqual(['İbrahim Öz'])
  expect(await namesOf('search=ibrahim')).toEqual(['İbrahim Öz'])
  expect(await namesOf('ordering=full_name')).toEqual(['Aline Uwase', 'İbrahim Öz', "Zoé N'Dour"])
})

test('an email is sent again, unless the event is over or cancelled', async () => {
  const [id] = await createRegistrations(app.services, eventId, [{ email: 'aline@example.rw' }])
  const { status, body } = await resend(id)
  expect([status, body]).toEqual([
    200,
    { detail: 'The email to aline@example.rw is in the outbox.' },
  ])
  const [email] = await outbox()
  expect(email).toMatchObject({
    recipient: 'aline@example.rw',
    subject: 'You are registered: Meet the mentors',
  })
  const json = { seen_recipients: 1 }
  await app.json(`/api/admin/events/${eventId}/cancel/`, { method: 'POST', token, json })
  expect((await resend(id)).body.detail).toBe('This event is cancelled. They have been told.')
  const past = await createEvent(app.services, { starts_at: '2026-03-01T07:00:00.000Z' })
  const [guest] = await createRegistrations(app.services, past, [{}])
  expect((await resend(guest)).status).toBe(409)
  expect((await resend(999)).status).toBe(404)
  expect(await outbox()).toHaveLength(2)
})

test('an email that two ask for at once is sent once, and the second is told', async () => {
  const [id, other] = await createRegistrations(app.services, eventId, [
    { email: 'aline@example.rw' },
    { email: 'eric@example.rw' },
  ])
  const responses = await Promise.all([resend(id), resend(id)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await resend(id)).body.detail).toBe(
    'The email to aline@example.rw is in the outbox already, and will be sent from there.',
  )
  expect(await outbox()).toHaveLength(1)
  const sent = { sent_at: app.services.now().toISOString(), next_try_at: null }
  await app.services.database.updateTable('outbox').set(sent).execute()
  app.advanceS(59)
  expect((await resend(id)).body.detail).toBe(
    'The email to aline@example.rw was sent less than a minute ago.',
  )
  expect((await resend(other)).status).toBe(200)
  app.advanceS(1)
  expect((await resend(id)).status).toBe(200)
  // One that was given up.
  await app.services.database.updateTable('outbox').set({ next_try_at: null }).execute()
  expect((await resend(id)).status).toBe(200)
})

test('one person gets the email again five times an hour', async () => {
  const guests = await createRegistrations(app.services, eventId, [{}, {}])
  for (let call = 0; call < 5; call += 1) {
    expect((await resend(guests[0])).status).toBe(200)
    await markSent(app)
  }
  const refused = await resend(guests[0])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect((await resend(guests[1])).status).toBe(200)
  expect(await outbox()).toHaveLength(6)
  app.advanceS(3600)
  token = await app.signIn('EDITOR')
  expect((await resend(guests[0])).status).toBe(200)
})

test('invalid calls note nothing; each check-in and email is a line of the audit log', async () => {
  const [id] = await createRegistrations(app.services, eventId, [{}])
  expect((await checkIn(id, 'perhaps')).body).toEqual({ is_here: ['Please choose true or false'] })
  expect((await checkIn(999)).status).toBe(404)
  const recruiter = await app.signIn('RECRUITER')
  expect((await checkIn(id, true, recruiter)).status).toBe(403)
  expect((await list()).arrived).toBe(0)
  await checkIn(id)
  await resend(id)
  const lines = app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'details'])
  expect(await lines.where('action', '!=', 'signed in').orderBy('id').execute()).toEqual([
    { action: 'changed', target: 'event registration', details: '{"is_here":true}' },
    { action: 'resent', target: 'email of event registration', details: '{}' },
  ])
})

test.each(['csv', 'xlsx', 'json'])(
  'an export as %s has who has come, and is audited',
  async (format) => {
    const checked_in_at = '2026-03-02T07:00:00.000Z'
    await createRegistrations(app.services, eventId, [{ full_name: 'Aline', checked_in_at }, {}])
    const json = { is_here: true }
    const path = `/api/admin/events/${eventId}/registrations/export/?format=${format}`
    const response = await app.request(path, { method: 'POST', token, json })
    expect(response.headers.get('content-disposition')).toContain(
      `registrations-2026-03-02.${format}`,
    )
    const text = format === 'xlsx' ? await sheetOf(response) : await response.text()
    expect(text).toContain('Aline')
    expect(text).not.toContain('Guest')
    const line = app.services.database.selectFrom('audit_log').select('details')
    const details = (await line.where('action', '=', 'exported').executeTakeFirst())?.details ?? ''
    expect(JSON.parse(details)).toEqual({ format, filters: { is_here: true, is_searched: false } })
  },
)
