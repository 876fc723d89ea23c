import { afterEach, beforeEach, expect, test } from 'vitest'
import { signId } from '#platform/security/signed-id.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeOldRegistrations } from './registrations.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example', SMTP_URL: 'smtp://127.0.0.1:1' })
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const right = { full_name: ' Aline   Uwase ', email: 'Aline@Example.rw' }
const done = {
  detail: 'Thank you! An email with the day, the place and a link to cancel is on its way to you.',
}

/** Registers, by default from a new client IP. */
let visitors = 0
function register(id: number, json: object = right, clientIp?: string) {
  visitors += 1
  return app.json(`/api/website/events/${id}/registrations/`, {
    method: 'POST',
    json,
    clientIp: clientIp ?? `10.1.${visitors >> 8}.${visitors & 255}`,
  })
}
const list = async (id: number, query = '') =>
  (await app.json(`/api/admin/events/${id}/registrations/?${query}`, { token })).body
const emails = async (id: number, query = '') =>
  (await list(id, query)).results.map((one: { email: string }) => one.email)
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()
const registeredOf = async (id: number) => {
  const { body } = await app.json('/api/admin/events/?page_size=100', { token })
  return body.results.find((event: { id: number }) => event.id === id).registered
}
const stateOf = async (id: number) =>
  (await app.json(`/api/website/events/${id}/`)).body.registration
const cancel = (given: unknown) =>
  app.json('/api/website/cancel-registration/', { method: 'POST', json: { token: given } })
const tokenIn = (text = '') => /cancel\?token=(\S+)/.exec(text)?.[1] ?? ''

test('a registration is stored, and the email has the hours of Kigali, a calendar and a cancel link', async () => {
  const id = await createEvent(app.services, {
    title: 'Git Without Tears',
    starts_at: '2026-04-10T07:00:00.000Z',
    ends_at: '2026-04-10T10:30:00.000Z',
    location: 'Huye Campus, Room B4',
  })
  const json = { ...right, phone: '+250 788 123 456', organisation: 'Inyenyeri' }
  const { status, body } = await register(id, json)
  expect([status, body]).toEqual([201, done])
  expect((await list(id)).results).toEqual([
    {
      id: expect.any(Number),
      full_name: 'Aline Uwase',
      email: 'Aline@Example.rw',
      phone: '+250 788 123 456',
      organisation: 'Inyenyeri',
      created_at: '2026-03-02T08:00:00.000Z',
      checked_in_at: null,
      checked_in_by: '',
      consent_version: privacyVersion,
    },
  ])
  const [email, ...more] = await outbox()
  expect(more).toEqual([])
  expect(email).toMatchObject({
    recipient: 'Aline@Example.rw',
    subject: 'You are registered: Git Without Tears',
  })
  for (const texts of [
    'Dear Aline,',
    'Day: Friday 10 Apr 2026',
    'Time: 9:00 AM - 12:30 PM in Kigali (UTC+02:00)',
    'Place: Huye Campus, Room B4',
    `https://huza.example/events/${id}.ics`,
    `https://huza.example/events/cancel?token=`,
  ]) {
    expect(email?.body.replaceAll(',', '')).toContain(texts.replaceAll(',', ''))
  }
  expect(email?.calendar).toContain('DTSTART;TZID=Africa/Kigali:20260410T090000')
})

test('all invalid fields are named at once, and nothing is stored', async () => {
  const id = await createEvent(app.services)
  expect((await register(id, {})).body).toEqual({
    full_name: ['Please enter your full name'],
    email: ['Please enter a valid email address'],
  })
  const wrong = {
    full_name: 'See https://bad.example',
    email: 'aline@example',
    phone: 'call me',
    organisation: 'x'.repeat(161),
  }
  const { status, body } = await register(id, wrong)
  expect([status, body]).toEqual([
    400,
    {
      full_name: ['Please enter your name without a web address'],
      email: ['Please enter a valid email address'],
      phone: ['Please enter a valid phone number, or leave it empty'],
      organisation: ['At most 160 characters'],
    },
  ])
  expect([await emails(id), await outbox(), await registeredOf(id)]).toEqual([[], [], 0])
})

test.each(['((((((((', '-.-.-.-.', '1234567890123456'])('%j is no phone number', async (phone) => {
  const id = await createEvent(app.services)
  const guest = { full_name: 'Aline Uwase', email: 'aline@example.rw', phone }
  expect((await register(id, guest)).body).toEqual({
    phone: ['Please enter a valid phone number, or leave it empty'],
  })
})

test('a repeated registration gets the same response, takes no other place, and only its owner gets an email', async () => {
  const id = await createEvent(app.services, { capacity: 2 })
  const first = await register(id)
  const again = { full_name: 'Somebody Else', email: 'ALINE@example.rw' }
  const second = await register(id, again)
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect([...second.headers.keys()]).toEqual([...first.headers.keys()])
  expect([await registeredOf(id), await emails(id)]).toEqual([1, ['Aline@Example.rw']])
  expect(await stateOf(id)).toBe('open')
  for (let time = 0; time < 3; time += 1) await register(id, again)
  expect(await outbox()).toHaveLength(2)
  expect((await outbox())[1]?.body).toContain('Dear Aline,')
  app.advanceS(60 * 60)
  await register(id, again)
  expect(await outbox()).toHaveLength(3)
  await register(id, { ...right, email: 'eric@example.rw' })
  const refusals = await Promise.all([register(id), register(id, { ...right, email: 'x@y.rw' })])
  expect(refusals.map(({ status, body }) => [status, body])).toEqual(
    Array(2).fill([
      409,
      { detail: 'This event is full. Somebody may still cancel: please look again later.' },
    ]),
  )
})

test('a name that could be a link or a message is stored, but no email repeats it', async () => {
  const id = await createEvent(app.services)
  const names = ['evil.example/login', 'Call 0788 123 456', 'Your account is closed']
  for (const [index, full_name] of names.entries()) {
    expect((await register(id, { full_name, email: `${index}@example.rw` })).status).toBe(201)
  }
  const bodies = (await outbox()).map(({ body }) => body)
  expect(bodies).toHaveLength(3)
  expect(bodies.map((body) => body.split('\n')[0])).toEqual(['Hello,', 'Dear Call,', 'Dear Your,'])
  for (const body of bodies) {
    for (const name of names) expect(body).not.toContain(name)
  }
})

test('of forty concurrent registrations for seven places seven succeed, and ten with one email take one place', async () => {
  const id = await createEvent(app.services, { capacity: 7 })
  const other = await createEvent(app.services, { capacity: 7 })
  const responses = await Promise.all([
    ...Array.from({ length: 40 }, (_, index) =>
      register(id, { ...right, email: `guest-${index}@example.rw` }),
    ),
    ...Array.from({ length: 10 }, () => register(other)),
  ])
  const statuses = responses.map(({ status }) => status)
  expect(statuses.slice(0, 40).filter((status) => status === 201)).toHaveLength(7)
  expect(statuses.slice(0, 40).filter((status) => status === 409)).toHaveLength(33)
  expect(new Set(statuses.slice(40))).toEqual(new Set([201]))
  expect([await registeredOf(id), (await list(id)).total_items]).toEqual([7, 7])
  expect([await registeredOf(other), (await list(other)).total_items]).toEqual([1, 1])
  expect([await stateOf(id), await stateOf(other)]).toEqual(['full', 'open'])
})

test('past, closed, external and unknown events refuse registrations and say why', async () => {
  const past = await createEvent(app.services, {
    starts_at: '2026-03-01T07:00:00.000Z',
    ends_at: '2026-03-01T09:00:00.000Z',
  })
  const closed = await createEvent(app.services, {
    registration_deadline: '2026-03-02T08:00:00.000Z',
  })
  const elsewhere = await createEvent(app.services, { registration_link: 'https://a.example/x' })
  const responses = await Promise.all([past, closed, elsewhere, 999].map((id) => register(id)))
  expect(responses.map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'This event has passed. We look forward to seeing you at another one.'],
    [409, 'The registration for this event has closed.'],
    [409, 'The registration for this event is elsewhere. Its page has the link.'],
    [404, 'This event was not found. It may have been deleted.'],
  ])
  expect(await Promise.all([past, closed, elsewhere].map(stateOf))).toEqual([
    'closed',
    'closed',
    'elsewhere',
  ])
  expect(await outbox()).toEqual([])
})

test('the link in the email cancels the registration and frees the place; repeating it is harmless', async () => {
  const id = await createEvent(app.services, { capacity: 1 })
  await register(id)
  const link = tokenIn((await outbox())[0]?.body)
  const shown = await app.json(`/api/website/event-registration/?token=${link}`)
  expect(shown.body).toMatchObject({ event: { id, registration: 'full' } })
  expect(JSON.stringify(shown.body).toLowerCase()).not.toContain('aline')
  const responses = await Promise.all([cancel(link), cancel(link), cancel(link)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect([await registeredOf(id), await emails(id), await stateOf(id)]).toEqual([0, [], 'open'])
  expect((await app.json(`/api/website/event-registration/?token=${link}`)).status).toBe(404)
  await register(id, { ...right, email: 'eric@example.rw' })
  await cancel(link)
  expect(await emails(id)).toEqual(['eric@example.rw'])
})

test('a link that was not signed here for this purpose cancels nothing', async () => {
  const id = await createEvent(app.services)
  await register(id)
  const [one] = (await list(id)).results
  const link = tokenIn((await outbox())[0]?.body)
  const forged = [
    signId(app.services, 'newsletter', one.id),
    `${one.id + 1}.${link.split('.')[1]}`,
    `0${link}`,
    '',
  ]
  for (const bad of forged) expect((await cancel(bad)).status).toBe(400)
  expect((await cancel(undefined)).body).toEqual({
    token: ['This link is not complete. Please open it again from the email.'],
  })
  expect(await emails(id)).toEqual(['Aline@Example.rw'])
})

test('a bot that fills in the honeypot gets the usual response and takes no place', async () => {
  const id = await createEvent(app.services)
  const { status, body } = await register(id, { ...right, website: 'https://a.example' })
  expect([status, body]).toEqual([201, done])
  expect([await registeredOf(id), await outbox()]).toEqual([0, []])
})

test('registrations are deleted 90 days after the event, and with the event', async () => {
  const [id, later, deleted] = [
    await createEvent(app.services, { ends_at: '2026-03-10T10:00:00.000Z' }),
    await createEvent(app.services, { ends_at: '2026-03-11T10:00:00.000Z' }),
    await createEvent(app.services, { starts_at: '2026-03-01T07:00:00.000Z' }),
  ]
  for (const event of [id, later]) await register(event)
  app.setNow('2026-03-01T06:00:00Z')
  await register(deleted)
  app.setNow('2026-03-02T08:00:00Z')
  await app.request(`/api/admin/events/${deleted}/`, { method: 'DELETE', token })
  app.setNow('2026-06-08T10:00:00Z')
  await removeOldRegistrations(app.services)
  const rows = await app.services.database
    .selectFrom('event_registrations')
    .select('event_id')
    .execute()
  expect(rows).toEqual([{ event_id: later }])
})

test('an event of long ago that is moved to a day to come has the places of those still registered', async () => {
  const [old, recent] = [
    await createEvent(app.services, { ends_at: '2026-03-10T10:00:00.000Z', capacity: 2 }),
    await createEvent(app.services, { ends_at: '2026-03-11T10:00:00.000Z', capacity: 2 }),
  ]
  const checked_in_at = '2026-03-10T08:00:00.000Z'
  for (const id of [old, recent]) {
    await createRegistrations(app.services, id, [{ checked_in_at }, {}])
  }
  app.setNow('2026-06-08T10:00:00Z')
  await removeOldRegistrations(app.services)
  const change = async (id: number, json: object) =>
    (await app.json(`/api/admin/events/${id}/`, { method: 'PATCH', token, json })).body
  token = await app.signIn('EDITOR')
  expect(await change(old, { title: 'Held in March' })).toMatchObject({ registered: 2, arrived: 1 })
  const again = { starts_at: '2026-09-01T08:00:00.000Z', ends_at: '2026-09-01T10:00:00.000Z' }
  expect(await change(old, { ...again, capacity: 1 })).toMatchObject({ registered: 0, arrived: 0 })
  expect(await change(recent, again)).toMatchObject({ registered: 2, arrived: 1 })
  expect((await register(old)).status).toBe(201)
  expect((await register(recent)).status).toBe(409)
})

test('without a mail server nobody is told that an email is on its way', async () => {
  const other = await startTestApp()
  const id = await createEvent(other.services)
  const path = `/api/website/events/${id}/registrations/`
  const { body } = await other.json(path, { method: 'POST', json: right })
  await other[Symbol.asyncDispose]()
  expect(body.detail).toMatch(/^Thank you! You are registered\. Our emails are held up/)
})
