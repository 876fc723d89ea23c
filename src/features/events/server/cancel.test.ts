import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { writeDueEventEmails } from './event-emails.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  token = await app.signIn('EDITOR', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const cancel = (id: number, json: object) =>
  app.json(`/api/admin/events/${id}/cancel/`, { method: 'POST', token, json })
const eventOf = async (id: number) => (await app.json(`/api/website/events/${id}/`)).body
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const summit = {
  title: 'Women in Tech Summit',
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T15:30:00.000Z',
}

test('everybody who is registered gets the email that the preview shows, with a file for the calendar', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [
    { full_name: 'Aline Uwase', email: 'aline@example.rw' },
    { full_name: 'evil.example/login', email: 'eric@example.rw' },
  ])
  await createRegistrations(app.services, await createEvent(app.services), [{}])
  const preview = await app.json(`/api/admin/events/${id}/cancellation/`, { token })
  expect(preview.body).toMatchObject({ recipients: 2, subject: 'Cancelled: Women in Tech Summit' })
  const message = 'The hall is flooded.\n\nIt will be in May.'
  const { status, body } = await cancel(id, { message: ` ${message} `, seen_recipients: 2 })
  expect([status, body]).toMatchObject([200, { emails: 2, event: { id, is_cancelled: true } }])
  const [aline, eric, ...more] = await outbox()
  expect(more).toEqual([])
  const { opening, closing } = preview.body
  expect(aline).toMatchObject({
    recipient: 'aline@example.rw',
    subject: 'Cancelled: Women in Tech Summit',
    body: `${opening}\n\n${message}\n\n${closing}`,
  })
  expect(opening).toMatch(/^Dear Aline,\n\n“Women in Tech Summit” on Friday 10 Apr 2026/)
  expect(closing).toContain('https://huza.example/events')
  expect(eric?.body).toMatch(/^Hello,\n/)
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', `UID:event-${id}@`]) {
    expect(aline?.calendar).toContain(line)
  }
})

test('the file for the calendar has the same UID and a greater sequence than before', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [{}])
  const [registration] = (await app.json(`/api/admin/events/${id}/registrations/`, { token })).body
    .results
  const path = `/api/admin/event-registrations/${registration.id}/resend/`
  await app.json(path, { method: 'POST', token, json: {} })
  app.advanceS(60)
  await cancel(id, { seen_recipients: 1 })
  const [before, after] = (await outbox()).map(({ calendar }) => ({
    uid: /^UID:.*$/m.exec(calendar)?.[0],
    sequence: Number(/^SEQUENCE:(\d+)/m.exec(calendar)?.[1]),
  }))
  expect(after?.uid).toBe(before?.uid)
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN)
})

test('visitors see a cancelled event as cancelled, and nobody registers for it any more', async () => {
  const id = await createEvent(app.services, summit)
  await cancel(id, { seen_recipients: 0 })
  expect(await eventOf(id)).toMatchObject({ is_cancelled: true, registration: 'cancelled' })
  const json = { full_name: 'Aline Uwase', email: 'aline@example.rw' }
  const refused = await app.json(`/api/website/events/${id}/registrations/`, {
    method: 'POST',
    json,
  })
  expect([refused.status, refused.body.detail]).toEqual([409, 'This event is cancelled.'])
  expect(await outbox()).toEqual([])
})

test('whoever restores a registration for a cancelled event is told that no email may have said so', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [{}])
  const [guest] = (await app.json(`/api/admin/events/${id}/registrations/`, { token })).body.results
  await app.json(`/api/admin/event-registrations/${guest.id}/`, { method: 'DELETE', token })
  await cancel(id, { message: '', seen_recipients: 0 })
  const [entry] = (await app.json('/api/admin/trash/', { token })).body.results
  const restored = await app.json(`/api/admin/trash/${entry.id}/restore/`, {
    method: 'POST',
    token,
    json: {},
  })
  expect(restored).toMatchObject({
    status: 200,
    body: { notices: [expect.stringContaining('no email has told them')] },
  })
  expect(await outbox()).toEqual([])
})

test('nothing is cancelled when more are registered than the user saw, or the event has changed', async () => {
  const id = await createEvent(app.services, summit)
  const { body: seen } = await app.json(`/api/admin/events/${id}/`, { token })
  await createRegistrations(app.services, id, [{}, {}])
  const more = await cancel(id, { seen_recipients: 1 })
  expect([more.status, more.body.detail]).toEqual([
    409,
    '2 people are registered now, not 1. Please look at the email again.',
  ])
  const json = { location: 'Huye' }
  await app.json(`/api/admin/events/${id}/`, { method: 'PATCH', token, json })
  const stale = await cancel(id, { seen_recipients: 2, expected_updated_at: seen.updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringMatching(/^This was changed at .* by Diane Keza \(location\)/),
  ])
  expect([(await eventOf(id)).is_cancelled, await outbox()]).toEqual([false, []])
})

test('of two users who cancel at once one does, and each person gets one email', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [{}, {}, {}])
  const responses = await Promise.all([1, 2].map(() => cancel(id, { seen_recipients: 3 })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await outbox()).toHaveLength(3)
})

test('a past event and one that is cancelled are refused, invalid fields named, and unknown ones not found', async () => {
  const past = await createEvent(app.services, { starts_at: '2026-03-01T07:00:00.000Z' })
  const id = await createEvent(app.services)
  await cancel(id, { seen_recipients: 0 })
  const refused = [
    await cancel(past, { seen_recipients: 0 }),
    await cancel(id, { seen_recipients: 0 }),
  ]
  expect(refused.map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'This event is over, so it cannot be cancelled any more.'],
    [409, 'This event is cancelled already.'],
  ])
  expect(
    (await cancel(id, { message: 'x'.repeat(2001), expected_updated_at: 'then' })).body,
  ).toEqual({
    message: ['At most 2000 characters'],
    seen_recipients: ['Please send how many people get the email'],
    expected_updated_at: ['Please send the updated_at of the row'],
  })
  expect((await cancel(999, { seen_recipients: 0 })).status).toBe(404)
})

test('more people than one transaction writes to get one email each', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, Array(1203).fill({}))
  expect((await cancel(id, { seen_recipients: 1203 })).body.emails).toBe(1203)
  const recipients = (await outbox()).map(({ recipient }) => recipient)
  expect([recipients.length, new Set(recipients).size]).toEqual([1203, 1203])
  await writeDueEventEmails(app.services)
  expect(await outbox()).toHaveLength(1203)
})

test('emails that a crash left unwritten are written later, none of them twice', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, Array(5).fill({}))
  await cancel(id, { seen_recipients: 5 })
  const { database } = app.services
  const rows = database.selectFrom('event_registrations').select('id').where('event_id', '=', id)
  const third = (await rows.orderBy('id').execute())[2]?.id ?? 0
  await database.updateTable('events').set({ emails_after: third }).where('id', '=', id).execute()
  const path = `/api/admin/events/${id}/`
  expect((await app.json(path, { method: 'DELETE', token })).status).toBe(409)
  await Promise.all([writeDueEventEmails(app.services), writeDueEventEmails(app.services)])
  expect(await outbox()).toHaveLength(7)
  expect((await app.json(path, { method: 'DELETE', token })).status).toBe(204)
})

test('an event whose emails fail keeps none of another event unwritten', async () => {
  const { database } = app.services
  for (const title of ['Failing Summit', 'Women in Tech Summit']) {
    const id = await createEvent(app.services, { ...summit, title })
    await createRegistrations(app.services, id, [{ email: 'aline@example.rw' }])
    await cancel(id, { seen_recipients: 1 })
    await database.updateTable('events').set({ emails_after: 0 }).where('id', '=', id).execute()
  }
  const subjects = async () => (await outbox()).map(({ subject }) => subject)
  const [failing, other] = await subjects()
  await database
    .deleteFrom('outbox')
    .where('subject', '=', other ?? '')
    .execute()
  // The first one's are there already, so that to write them again fails.
  const once = database.schema.createIndex('outbox_once').on('outbox').column('subject').unique()
  await once.execute()
  await writeDueEventEmails(app.services)
  await database.schema.dropIndex('outbox_once').execute()
  expect(await subjects()).toEqual([failing, other])
  const left = database.selectFrom('events').select('title').where('emails_after', 'is not', null)
  expect(await left.execute()).toEqual([{ title: 'Failing Summit' }])
})

test('an event is cancelled with its emails and its line of the audit log, or not at all', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [{}])
  const { schema } = app.services.database
  await schema.alterTable('outbox').renameTo('outbox_away').execute()
  expect((await cancel(id, { seen_recipients: 1 })).status).toBe(500)
  await schema.alterTable('outbox_away').renameTo('outbox').execute()
  expect((await eventOf(id)).is_cancelled).toBe(false)
  await cancel(id, { seen_recipients: 1, message: 'Private words' })
  const lines = app.services.database.selectFrom('audit_log').select(['target_id', 'details'])
  const found = await lines.where('action', '=', 'cancelled').execute()
  expect(found).toEqual([{ target_id: String(id), details: '{"emails":1,"has_message":true}' }])
})
