import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser } from '#seed/factories/accounts.ts'
import { createInterview, createSlot } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const plan = (changes: object = {}) => ({
  cohort: panel.cohort,
  days: ['2026-03-04', '2026-03-05'],
  from: '09:00',
  to: '11:00',
  length: 30,
  pause: 10,
  place: 'Room 2',
  ...changes,
})
const create = (json: object) => panel.staff('POST', 'interview-slots/', json)
const slots = async (query = '') => (await panel.staff('GET', `interview-slots/?${query}`)).body
const change = (id: number, json: object) => panel.staff('PATCH', `interview-slots/${id}/`, json)

test('of changes within a moment, the email about the last one counts as sent', async () => {
  const { id, token } = await panel.invited()
  const [first, second] = (await create(plan())).body.ids
  for (const slot of [first, second]) await panel.staff('POST', `interviews/${id}/book/`, { slot })
  await change(second, { place: 'Room 3' })
  const { body } = await panel.page(token)
  expect(body.booked).toMatchObject({ place: 'Room 3', is_emailed: true })
})

test('a change is told to those who have booked, with a greater sequence under the same UID', async () => {
  const id = await panel.createSlot()
  const applicant = await panel.invited("Noëlla O'İpek")
  await panel.choose(applicant.token, id)
  const starts_at = '2026-03-04T14:00'
  const { status, body } = await change(id, { starts_at, ends_at: '2026-03-04T14:30:00+02:00' })
  expect([status, body.starts_at]).toEqual([200, '2026-03-04T12:00:00.000Z'])
  const [first, second, ...more] = await panel.emails()
  expect(more).toEqual([])
  expect(second).toMatchObject({ subject: expect.stringMatching(/^Changed: .*, 14:00$/) })
  const read = (calendar = '') => ({
    uid: /^UID:.*$/m.exec(calendar)?.[0],
    sequence: Number(/^SEQUENCE:(\d+)/m.exec(calendar)?.[1]),
  })
  expect(read(second?.calendar).uid).toBe(read(first?.calendar).uid)
  expect(read(second?.calendar).sequence).toBeGreaterThan(read(first?.calendar).sequence)
  expect((await panel.history(applicant.id)).at(-1)).toMatchObject({
    from_text: '4 Mar 2026, 10:00',
    to_text: '4 Mar 2026, 14:00',
    by_name: 'Diane Keza',
  })
  // Who interviews concerns nobody who has booked.
  const { id: user } = await createUser(app.services)
  await change(id, { panel: [user], capacity: 2 })
  expect(await panel.emails()).toHaveLength(2)
})

test('a time that more have booked than was seen is not moved, and nobody is written to', async () => {
  const id = await panel.createSlot({ place: 'Room 2' })
  const seen = { expected_updated_at: (await slots()).results[0].updated_at, seen_booked: 0 }
  const { token } = await panel.invited("Noëlla O'İpek")
  await panel.choose(token, id)
  const json = { starts_at: '2026-03-04T14:00', ends_at: '2026-03-04T14:30', ...seen }
  const { status, body } = await change(id, json)
  expect([status, body.detail]).toEqual([
    409,
    '1 applicant has booked by now, not 0. Please look again.',
  ])
  expect(body.current).toMatchObject({ id, booked: [{ first_name: "Noëlla O'İpek" }] })
  expect((await slots()).results[0].updated_at).toBe(seen.expected_updated_at)
  expect(await panel.emails()).toHaveLength(1)
  // Nobody is told of the panel and the places.
  expect((await change(id, { ...seen, capacity: 2 })).status).toBe(200)
  expect((await change(id, { place: 'Room 2', seen_booked: -1 })).body).toEqual({
    seen_booked: [expect.any(String)],
  })
  expect((await change(id, { place: 'Room 9', seen_booked: 1 })).status).toBe(200)
  expect(await panel.emails()).toHaveLength(2)
})

test('an email about an interview that was put off is not sent after a newer one', async () => {
  const id = await panel.createSlot()
  const later = await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const [aline, eric] = [await panel.invited(), await panel.invited('Eric')]
  for (const { token } of [aline, eric]) {
    await panel.choose(token, token === aline.token ? id : later)
  }
  const withheld = async () => (await panel.emails()).map((one) => one.withheld)
  await change(id, { place: 'Room 3' })
  expect(await withheld()).toEqual(['OUTDATED', '', ''])
  await panel.staff('POST', `interviews/${aline.id}/unbook/`)
  expect(await withheld()).toEqual(['OUTDATED', '', 'OUTDATED', ''])
})

test('a slot keeps a member who was disabled, whom no other slot gets', async () => {
  const { id: user } = await createUser(app.services, { name: 'Eric Mugisha' })
  const slot = { cohort: panel.cohort, starts_at: '2026-03-20T08:00:00.000Z' }
  const [id, other] = [
    await panel.createSlot({ panel: [user] }),
    await createSlot(app.services, slot),
  ]
  const disabled_at = app.services.now().toISOString()
  await app.services.database
    .updateTable('users')
    .set({ disabled_at })
    .where('id', '=', user)
    .execute()
  const { status, body } = await change(id, { place: 'Room 3', panel: [user] })
  expect([status, body.place, body.panel]).toEqual([200, 'Room 3', [user]])
  expect((await change(other, { panel: [user] })).body).toEqual({
    panel: ['Somebody of the panel has no account any more'],
  })
  expect((await change(id, { panel: [] })).body.panel).toEqual([])
  expect((await change(id, { panel: [user] })).status).toBe(400)
})

test('a change that cannot be is refused by field, and one of an old version names who was first', async () => {
  const id = await panel.createSlot({ capacity: 2 })
  const { id: user } = await createUser(app.services, { name: 'Eric Mugisha' })
  await panel.createSlot({ panel: [user] })
  for (const seat of [1, 2]) {
    await createInterview(app.services, await panel.shortlisted(), { slot: id, seat })
  }
  const json = { starts_at: '2026-03-01T08:00', ends_at: '2026-03-01T07:00', place: ' ' }
  expect((await change(id, { ...json, capacity: 1 })).body).toEqual({
    starts_at: ['This time has passed already'],
    ends_at: ['The end must be after the start'],
    place: ['Please enter a place, or a link to meet online'],
    capacity: ['2 have booked it already, so there must be as many places'],
  })
  expect((await change(id, { panel: [user] })).body.panel[0]).toContain('Eric Mugisha')
  const { updated_at } = (await slots()).results[0]
  await change(id, { place: 'Room 9' })
  const stale = await change(id, {
    link: 'https://meet.example/a',
    expected_updated_at: updated_at,
  })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringMatching(/by Diane Keza \(place\)/),
  ])
  app.setNow('2026-03-04T08:10:00.000Z')
  expect((await change(id, { place: 'Room 1' })).status).toBe(409)
  expect((await change(999, { place: 'Room 1' })).status).toBe(404)
})
