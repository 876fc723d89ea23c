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
    ...[false, false, false, true, true],
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
    image: '',
    registration_link: '',
    capacity: null,
    registration_deadline: null,
    registration: 'open',
    is_past: false,
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
    registration_link: 'javascript:alert(1)',
    capacity: 0,
    registration_deadline: 'then',
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    type: ['Please choose a type'],
    starts_at: ['Start is required'],
    ends_at: ['End is required'],
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
