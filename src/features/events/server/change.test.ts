import ICAL from 'ical.js'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { mimePart } from '#testing/mime.ts'
import { writeDueEventEmails } from './event-emails.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  token = await app.signIn('EDITOR', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const summit = {
  title: 'Women in Tech Summit',
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T15:30:00.000Z',
}
const aline = { full_name: 'Aline Uwase', email: 'aline@example.rw' }
const change = (id: number, json: object, as = token) =>
  app.json(`/api/admin/events/${id}/`, { method: 'PATCH', token: as, json })
const preview = (id: number, query: Record<string, string>, as = token) =>
  app.json(`/api/admin/events/${id}/change/?${new URLSearchParams(query)}`, { token: as })
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()

/** What another program reads in an iCalendar file. */
function read(calendar: string | undefined) {
  const root = new ICAL.Component(ICAL.parse(calendar ?? ''))
  const component = root.getFirstSubcomponent('vevent')
  if (!component) throw new Error('There is no event in the calendar')
  for (const zone of root.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  }
  const event = new ICAL.Event(component)
  return {
    method: root.getFirstPropertyValue('method'),
    status: component.getFirstPropertyValue('status'),
    uid: event.uid,
    sequence: event.sequence,
    title: event.summary,
    place: event.location,
    starts: event.startDate.toJSDate(),
    ends: event.endDate.toJSDate(),
  }
}

test('everybody who is registered is told of another time and place, as the preview shows', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [
    aline,
    { full_name: 'evil.example/login', email: 'eric@example.rw' },
  ])
  const changes = { starts_at: '2026-04-11T10:00', ends_at: '2026-04-11T12:00', location: 'Huye' }
  const { body: shown } = await preview(id, changes)
  expect(shown).toMatchObject({ recipients: 2, subject: 'Changed: Women in Tech Summit' })
  const message = 'The hall is flooded.'
  const { status, body } = await change(id, { ...changes, message, seen_recipients: 2 })
  expect([status, body]).toMatchObject([200, { location: 'Huye', date: '2026-04-11' }])
  const [first, second, ...more] = await outbox()
  expect(more).toEqual([])
  expect(first).toMatchObject({ recipient: 'aline@example.rw', subject: shown.subject })
  expect(first?.body.startsWith(`${shown.text}\n\n${message}\n\nDay: `)).toBe(true)
  expect(shown.text).toMatch(/^Dear Aline,\n\n.*Saturday 11 Apr 2026, 10:00 AM - 12:00 PM.*Huye/s)
  expect(second?.body).toMatch(/^Hello,\n/)
  const link = /events\/cancel\?token=(\S+)/.exec(first?.body ?? '')?.[1] ?? ''
  const found = await app.json(`/api/website/event-registration/?token=${link}`)
  expect(found.body.event.id).toBe(id)
})

test('everybody who is registered is told of another link to join', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [aline])
  const online_link = 'https://meet.example/new'
  expect((await change(id, { online_link, seen_recipients: 1 })).status).toBe(200)
  expect((await outbox()).map(({ subject }) => subject)).toEqual(['Changed: Women in Tech Summit'])
  expect((await outbox())[0]?.body).toContain(`Join here: ${online_link}`)
})

test('another program reads one event that is made, moved and cancelled', async () => {
  const mail = await startMailServer()
  const id = await createEvent(app.services, { ...summit, location: 'Kigali; Kacyiru, "KG 7"' })
  await app.json(`/api/website/events/${id}/registrations/`, { method: 'POST', json: aline })
  await sendDueEmails(app.services, mail.mailer)
  app.advanceS(60)
  const starts_at = '2026-04-11T10:00'
  await change(id, { starts_at, ends_at: '2026-04-11T12:00', seen_recipients: 1 })
  await sendDueEmails(app.services, mail.mailer)
  app.advanceS(60)
  const json = { seen_recipients: 1 }
  await app.json(`/api/admin/events/${id}/cancel/`, { method: 'POST', token, json })
  await sendDueEmails(app.services, mail.mailer)
  await mail.stop()
  const files = mail.received.map(({ text }) => {
    expect(text).toMatch(/name="?event\.ics/)
    return mimePart(text, 'text/calendar')
  })
  const [made, moved, cancelled] = files.map(read)
  expect(made).toMatchObject({
    method: 'PUBLISH',
    status: 'CONFIRMED',
    place: 'Kigali; Kacyiru, "KG 7"',
    starts: new Date(summit.starts_at),
    ends: new Date(summit.ends_at),
  })
  expect(moved).toMatchObject({
    method: 'PUBLISH',
    status: 'CONFIRMED',
    uid: made?.uid,
    title: summit.title,
    starts: new Date('2026-04-11T08:00:00.000Z'),
  })
  expect(cancelled).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: made?.uid })
  const sequences = [made, moved, cancelled].map((one) => Number(one?.sequence))
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
})

test('nobody is written to unless that is wanted, and when what changes is nothing to tell', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [aline])
  await change(id, { location: 'Huye' })
  await change(id, { location: 'Huye', description: 'Bring a laptop.', seen_recipients: 1 })
  const past = await createEvent(app.services, {
    starts_at: '2026-02-01T08:00:00.000Z',
    ends_at: '2026-02-01T09:00:00.000Z',
  })
  await createRegistrations(app.services, past, [aline])
  await change(past, { title: 'It was nice', seen_recipients: 1 })
  const nobody = await createEvent(app.services, summit)
  await change(nobody, { title: 'Another name', seen_recipients: 0 })
  expect(await outbox()).toEqual([])
})

test('nothing changes when more are registered than the user saw', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [aline, {}])
  const { status, body } = await change(id, { location: 'Huye', seen_recipients: 1 })
  expect([status, body.detail]).toEqual([
    409,
    '2 people are registered now, not 1. Please look at the email again.',
  ])
  expect((await app.json(`/api/website/events/${id}/`)).body.location).not.toBe('Huye')
  expect(await outbox()).toEqual([])
})

test('invalid fields are named, and only staff may ask or change', async () => {
  const id = await createEvent(app.services, summit)
  const wrong = { seen_recipients: 'all', message: 'x'.repeat(2_001) }
  expect((await change(id, wrong)).body).toMatchObject({
    seen_recipients: ['Please send how many people get the email'],
    message: ['At most 2000 characters'],
  })
  expect((await preview(id, { starts_at: 'soon' })).status).toBe(400)
  expect((await preview(999, {})).status).toBe(404)
  expect((await preview(id, {}, '')).status).toBe(401)
  expect((await preview(id, {}, await app.signIn('RECRUITER'))).status).toBe(403)
})

test('more people than one transaction writes to are told once each, also after a crash', async () => {
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, Array(403).fill({}))
  await change(id, { location: 'Huye', seen_recipients: 403 })
  const recipients = (await outbox()).map(({ recipient }) => recipient)
  expect([recipients.length, new Set(recipients).size]).toEqual([403, 403])
  const { database } = app.services
  const rows = database.selectFrom('event_registrations').select('id').orderBy('id', 'desc')
  const third = (await rows.execute())[2]?.id ?? 0
  await database.updateTable('events').set({ emails_after: third }).where('id', '=', id).execute()
  await Promise.all([writeDueEventEmails(app.services), writeDueEventEmails(app.services)])
  const after = await outbox()
  expect(after).toHaveLength(405)
  expect(after.at(-1)?.subject).toBe('Changed: Women in Tech Summit')
})

test('who registers while the emails about a change are written gets a confirmation alone', async () => {
  const { services } = app
  const id = await createEvent(services, { ...summit, capacity: null })
  await createRegistrations(services, id, Array(201).fill({}))
  // The process dies before it writes the last one.
  const readSettings: typeof services.readSettings = async (database) => {
    const written = await database?.selectFrom('outbox').select('id').execute()
    if (written && written.length > 0) throw new Error('killed')
    return services.readSettings(database)
  }
  const dying = createApp(
    { ...services, readSettings, log: pino({ level: 'silent' }) },
    { handlePage: async () => new Response(), cache: null },
  )
  const request = new Request(`http://localhost/api/admin/events/${id}/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location: 'Huye', seen_recipients: 201 }),
  })
  expect((await dying.fetch(request, { peerAddress: '127.0.0.1' })).status).toBe(200)
  expect(await outbox()).toHaveLength(200)
  await app.json(`/api/website/events/${id}/registrations/`, { method: 'POST', json: aline })
  await writeDueEventEmails(services)
  const emails = await outbox()
  expect(emails).toHaveLength(202)
  const toAline = emails.filter(({ recipient }) => recipient === aline.email)
  expect(toAline.map(({ subject, withheld }) => [subject, withheld])).toEqual([
    ['You are registered: Women in Tech Summit', ''],
  ])
  const event = services.database.selectFrom('events').select(['emails_after', 'emails_until'])
  expect(await event.execute()).toEqual([{ emails_after: null, emails_until: null }])
})

test('the text is edited with checked variables and previewed', async () => {
  const admin = await app.signIn('ADMIN')
  const save = (text: string) =>
    app.json('/api/admin/settings/visitors/', {
      method: 'PATCH',
      token: admin,
      json: { EVENT: { is_sent: true, subject: 'New: {event}', text } },
    })
  expect((await save('At {hour}')).status).toBe(400)
  expect((await save('Now {day}, {time}, {place}.')).status).toBe(200)
  const id = await createEvent(app.services, summit)
  await createRegistrations(app.services, id, [aline])
  await change(id, { title: 'Summit', seen_recipients: 1 })
  expect((await outbox())[0]?.subject).toBe('New: Summit')
  for (const kind of ['EVENT', 'ANSWER']) {
    const json = { kind, subject: 'Hello', text: 'There' }
    const call = { method: 'POST', token: admin, json }
    expect((await app.json('/api/admin/settings/visitors/preview/', call)).body).toMatchObject({
      subject: 'Hello',
      html: expect.stringContaining('There'),
    })
  }
})

test.each([
  ['changed', 'PATCH', '', { location: 'Huye' }],
  ['cancelled', 'POST', 'cancel/', { message: '' }],
])(
  'visitors see an event as %s before all emails about it are written',
  async (_, method, path, json) => {
    const { services } = app
    const { tagVersions } = services
    const id = await createEvent(services, summit)
    await createRegistrations(services, id, Array(201).fill({}))
    const versions: number[] = []
    const readSettings: typeof services.readSettings = (...args) => {
      versions.push(tagVersions.versionOf('Event'))
      return services.readSettings(...args)
    }
    const reading = createApp(
      { ...services, readSettings },
      { handlePage: async () => new Response(), cache: null },
    )
    const request = new Request(`http://localhost/api/admin/events/${id}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...json, seen_recipients: 201 }),
    })
    expect((await reading.fetch(request, { peerAddress: '127.0.0.1' })).status).toBe(200)
    expect(await outbox()).toHaveLength(201)
    // The settings are read for each transaction of emails.
    expect([versions[0], versions.at(-1)]).toEqual([0, 1])
  },
)
