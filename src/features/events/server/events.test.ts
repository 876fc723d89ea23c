import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const right = {
  title: 'Kigali Talent Day',
  description: 'Forty graduates, twenty employers.',
  category: 'Africa Business',
  type: 'conference',
  starts_at: '2026-04-10T07:00:00.000Z',
  ends_at: '2026-04-10T15:30:00.000Z',
  location: 'Kigali Convention Centre',
}
const create = (json: unknown) => app.json('/api/admin/events/', { method: 'POST', token, json })
const update = (id: number, json: unknown) =>
  app.json(`/api/admin/events/${id}/`, { method: 'PATCH', token, json })
const remove = (id: number) => app.json(`/api/admin/events/${id}/`, { method: 'DELETE', token })
const titles = async (query = '') => {
  const { body } = await app.json(`/api/website/events/?${query}`)
  return body.results.map((event: { title: string }) => event.title)
}

test('upcoming events come first, the next one on top, then past events, the latest on top', async () => {
  const on = (title: string, day: string) =>
    createEvent(app.services, {
      title,
      starts_at: `2026-${day}T09:00:00.000Z`,
      ends_at: `2026-${day}T10:00:00.000Z`,
    })
  await on('Long past', '01-10')
  await on('Far', '05-01')
  await on('Just past', '03-01')
  await on('Next', '03-05')
  await createEvent(app.services, {
    title: 'Going on',
    starts_at: '2026-03-02T07:00:00.000Z',
    ends_at: '2026-03-02T09:00:00.000Z',
  })
  expect(await titles()).toEqual(['Going on', 'Next', 'Far', 'Just past', 'Long past'])
  expect(await titles('page=2&page_size=2')).toEqual(['Far', 'Just past'])
  const { body } = await app.json('/api/website/events/')
  expect(body).toMatchObject({ total_items: 5, total_pages: 1, current_page: 1 })
  expect(body.results.map((event: { is_past: boolean }) => event.is_past)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  app.setNow('2026-06-01T00:00:00Z')
  expect(await titles()).toEqual(['Far', 'Next', 'Going on', 'Just past', 'Long past'])
})

test('visitors filter by type and search', async () => {
  await createEvent(app.services, { title: 'A workshop' })
  await createEvent(app.services, { title: 'Un wébinaire', type: 'webinar' })
  expect(await titles('type=webinar')).toEqual(['Un wébinaire'])
  expect(await titles('type=Workshop')).toEqual(['A workshop'])
  expect(await titles('type=conference')).toEqual([])
  expect(await titles('type=all')).toHaveLength(2)
  expect(await titles('type=')).toHaveLength(2)
  expect(await titles('search=webin')).toEqual(['Un wébinaire'])
  expect((await app.json('/api/website/events/?type=party')).status).toBe(400)
})

test('an event has its day and hours in Kigali, in any time zone of the server', async () => {
  const { status, body } = await create(right)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...right,
    id: expect.any(Number),
    date: '2026-04-10',
    time: '9:00 AM - 5:30 PM',
    online_link: '',
    image: '',
    image_alt: '',
    registration_link: '',
    capacity: null,
    registration_deadline: null,
    registration: 'open',
    is_past: false,
    is_cancelled: false,
    registered: 0,
    arrived: 0,
    updated_at: '2026-03-02T08:00:00.000Z',
  })
  const late = { starts_at: '2026-04-10T22:30:00Z', ends_at: '2026-04-11T00:00:00Z' }
  expect((await update(body.id, late)).body).toMatchObject({
    date: '2026-04-11',
    time: '12:30 AM - 2:00 AM',
  })
  expect((await app.json(`/api/website/events/${body.id}/`)).body.date).toBe('2026-04-11')
  expect((await app.json('/api/website/events/999/')).status).toBe(404)
})

test('an event of several days tells the day of its end, and a late evening does not', async () => {
  const timeOf = async (starts_at: string, ends_at: string) =>
    (await create({ ...right, starts_at, ends_at })).body.time
  expect(await timeOf('2026-11-20T09:00', '2026-11-22T17:00')).toBe(
    '9:00 AM - 22 Nov 2026, 5:00 PM',
  )
  expect(await timeOf('2026-11-20T01:00', '2026-11-21T02:00')).toBe(
    '1:00 AM - 21 Nov 2026, 2:00 AM',
  )
  expect(await timeOf('2026-11-20T20:00', '2026-11-21T06:30')).toBe(
    '8:00 PM - 21 Nov 2026, 6:30 AM',
  )
  expect(await timeOf('2026-11-20T20:00', '2026-11-21T06:00')).toBe('8:00 PM - 6:00 AM')
  expect(await timeOf('2026-11-20T09:00', '2026-11-21T00:00')).toBe('9:00 AM - 12:00 AM')
})

test("a time without an offset, as browsers' fields send it, is Kigali time", async () => {
  const times = { starts_at: '2026-04-10T09:00', ends_at: '2026-04-10T12:00:00+03:00' }
  expect((await create({ ...right, ...times })).body).toMatchObject({
    starts_at: '2026-04-10T07:00:00.000Z',
    ends_at: '2026-04-10T09:00:00.000Z',
    time: '9:00 AM - 11:00 AM',
  })
})

test('all invalid fields of an event are named at once', async () => {
  expect((await create({})).body).toEqual({
    title: ['Title is required'],
    description: ['Description is required'],
    category: ['Category is required'],
    type: ['Please choose a type'],
    starts_at: ['Start is required'],
    ends_at: ['End is required'],
    location: ['Location is required'],
  })
  const { status, body } = await create({
    ...right,
    type: 'party',
    starts_at: '2026-02-30T10:00',
    ends_at: 'soon',
    image: 'javascript:alert(1)',
    image_alt: 'x'.repeat(201),
    online_link: 'http://meet.example',
    registration_link: 'javascript:alert(1)',
    capacity: 0,
    registration_deadline: 'then',
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    type: ['Please choose a type'],
    starts_at: ['Start is required'],
    ends_at: ['End is required'],
    online_link: ['Please enter an address that starts with https://'],
    image_alt: ['At most 200 characters'],
    image: ['Please enter a path of this site or an address that starts with https://'],
    registration_link: ['Please enter an address that starts with https://'],
    capacity: ['Please enter a whole number from 1, or nothing for no limit'],
    registration_deadline: ['Please enter a valid date and time'],
  })
  expect(await titles()).toEqual([])
})

test('an event must end after it starts, also after a change', async () => {
  const wrong = { ends_at: ['The end must be after the start'] }
  expect((await create({ ...right, ends_at: right.starts_at })).body).toEqual(wrong)
  const late = { ...right, registration_deadline: '2026-04-10T15:30:01Z' }
  expect((await create(late)).body).toEqual({
    registration_deadline: ['Registration must close before the event ends'],
  })
  const gone = `/images/${'0'.repeat(20)}-640x360-clear`
  expect((await create({ ...late, ends_at: right.starts_at, image: gone })).body).toEqual({
    ...wrong,
    registration_deadline: [expect.any(String)],
    image: ['This picture is not stored here any more. Please upload it again'],
  })
  const { body } = await create(right)
  expect((await update(body.id, { starts_at: '2026-04-11T07:00:00Z' })).body).toEqual(wrong)
  expect((await update(body.id, { title: 'Talent Day' })).body).toMatchObject({
    ...right,
    title: 'Talent Day',
  })
  expect(await titles('search=talent%20day')).toEqual(['Talent Day'])
  expect((await update(999, { title: 'Nothing' })).status).toBe(404)
})

test('markup in a title stays plain text', async () => {
  const title = `<script>alert(1)</script>'; drop table events; --`
  await create({ ...right, title })
  expect(await titles()).toEqual([title])
})

test('a deleted event is not found', async () => {
  const id = await createEvent(app.services)
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect(await titles()).toEqual([])
})

const register = (id: number, email: string) =>
  app.json(`/api/website/events/${id}/registrations/`, {
    method: 'POST',
    json: { full_name: 'Aline Uwase', email },
    clientIp: `10.1.0.${email.length}`,
  })

test('a limit below those who are registered is refused, and other changes are not', async () => {
  const id = await createEvent(app.services, { capacity: 5 })
  for (const email of ['aline@example.rw', 'eric@example.rw']) await register(id, email)
  const { status, body } = await update(id, { capacity: 1 })
  expect([status, body]).toEqual([
    400,
    { capacity: ['2 people are registered already, so there must be as many places'] },
  ])
  expect((await update(id, { capacity: 2, title: 'Small' })).body).toMatchObject({
    capacity: 2,
    title: 'Small',
    registered: 2,
    registration: 'full',
  })
  expect((await update(id, { capacity: '' })).body.capacity).toBe(null)
})

test('an event to come for which people are registered is not deleted: they would not be told', async () => {
  const id = await createEvent(app.services, { starts_at: '2026-03-09T08:00:00.000Z' })
  await register(id, 'aline@example.rw')
  const { status, body } = await remove(id)
  expect([status, body.detail]).toEqual([
    409,
    '1 person is registered for this event. Cancel it first, so that they are told.',
  ])
  expect(await titles()).toHaveLength(1)
  app.setNow('2026-03-10T00:00:00Z')
  token = await app.signIn('EDITOR')
  expect((await remove(id)).status).toBe(204)
})

test('staff filter by what is to come, past or cancelled and by category, and sort', async () => {
  const staffTitles = async (query: string) => {
    const found = await app.json(`/api/admin/events/?${query}`, { token })
    return found.body.results.map((event: { title: string }) => event.title)
  }
  await createEvent(app.services, { title: 'B to come', category: 'Work' })
  const starts_at = '2026-03-01T07:00:00.000Z'
  await createEvent(app.services, { title: 'A past', starts_at })
  const cancelled = await createEvent(app.services, { title: 'C cancelled', category: 'Work' })
  const json = { seen_recipients: 0 }
  await app.json(`/api/admin/events/${cancelled}/cancel/`, { method: 'POST', token, json })
  expect(await staffTitles('when=upcoming')).toEqual(['B to come'])
  expect(await staffTitles('when=past')).toEqual(['A past'])
  expect(await staffTitles('when=cancelled')).toEqual(['C cancelled'])
  expect(await staffTitles('when=past,cancelled&ordering=title')).toEqual(['A past', 'C cancelled'])
  expect(await staffTitles('category[]=Work&category[]=Community&when=past')).toEqual(['A past'])
  expect(await staffTitles('type=conference,webinar')).toEqual([])
  expect(await staffTitles('category=Work&ordering=-title')).toEqual(['C cancelled', 'B to come'])
  expect(await staffTitles('ordering=starts_at')).toEqual(['A past', 'B to come', 'C cancelled'])
  const { body } = await app.json('/api/admin/event-categories/', { token })
  expect(body.results).toEqual(['Community', 'Work'])
  for (const category of ['open day', 'Éducation']) await createEvent(app.services, { category })
  const more = await app.json('/api/admin/event-categories/', { token })
  expect(more.body.results).toEqual(['Community', 'Éducation', 'open day', 'Work'])
  expect((await app.json('/api/admin/events/?when=soon', { token })).status).toBe(400)
})

test('visitors get neither the link to join nor how many are registered', async () => {
  const online_link = 'https://meet.example/secret'
  const id = await createEvent(app.services, { online_link })
  const { body } = await app.json(`/api/website/events/${id}/`)
  for (const field of ['online_link', 'registered', 'arrived'])
    expect(body).not.toHaveProperty(field)
  expect((await app.json(`/api/admin/events/${id}/`, { token })).body.online_link).toBe(online_link)
  await register(id, 'aline@example.rw')
  const email = await app.services.database.selectFrom('outbox').select('body').executeTakeFirst()
  expect(email?.body).toContain(`Join here: ${online_link}`)
})

test('who creates, changes and deletes an event is a line of the audit log each', async () => {
  const { body } = await create(right)
  await update(body.id, { title: 'Talent Day', capacity: 40 })
  await remove(body.id)
  const lines = app.services.database.selectFrom('audit_log').orderBy('id')
  const found = await lines.select(['action', 'target', 'details']).execute()
  expect(found.slice(1)).toEqual([
    { action: 'created', target: 'event', details: '{}' },
    { action: 'changed', target: 'event', details: '{"fields":["title","capacity"]}' },
    { action: 'deleted', target: 'event', details: '{}' },
  ])
})
