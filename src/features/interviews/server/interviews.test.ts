import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInterview, createSlot } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews } from '#testing/interviews.ts'
import { removeOldInterviews } from './slots.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const book = (id: number, json: object) => panel.staff('POST', `interviews/${id}/book/`, json)
const unbook = (id: number, json: object = {}) =>
  panel.staff('POST', `interviews/${id}/unbook/`, json)
const note = (id: number, json: object) => panel.staff('PATCH', `interviews/${id}/`, json)

test('staff send one mailbox ten emails a day, and are told when they can go on', async () => {
  const id = await panel.shortlisted("N'Golo")
  const time = await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await book(id, { slot: time })).status).toBe(200)
    expect((await unbook(id)).status).toBe(200)
  }
  const refused = await book(id, { slot: time })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    "N'Golo Uwase was sent 10 emails within a day. The next one can be sent from 3 Mar 2026, 10:00.",
  ])
  expect(await panel.bookings()).toMatchObject([{ id, slot_id: null }])
  const reminded = await panel.staff('POST', 'interviews/remind/', { application_ids: [id] })
  expect(reminded.body.failed).toHaveLength(1)
  const other = await panel.shortlisted('Zawadi')
  expect((await book(other, { slot: time })).status).toBe(200)
  app.advanceS(24 * 60 * 60)
  expect((await unbook(other)).status).toBe(200)
  expect((await book(id, { slot: time })).status).toBe(200)
  expect(await panel.emails()).toHaveLength(13)
})

test('a time stays, with what was booked, while its applicant may not be written to', async () => {
  const id = await panel.shortlisted()
  const [one, two] = [
    await panel.createSlot(),
    await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' }),
  ]
  for (let turn = 0; turn < 5; turn += 1) {
    await book(id, { slot: two })
    await book(id, { slot: one })
  }
  const { body } = await panel.staff('POST', 'interview-slots/cancel/', { slot_ids: [one, two] })
  expect(body).toMatchObject({
    succeeded: [two],
    failed: [{ id: one, detail: expect.stringContaining('was sent 10 emails within a day') }],
  })
  const edited = await panel.staff('PATCH', `interview-slots/${one}/`, { place: 'Room 9' })
  expect([edited.status, edited.body.detail]).toEqual([409, body.failed[0].detail])
  expect((await panel.bookings())[0]).toMatchObject({ slot_id: one })
  expect(await panel.emails()).toHaveLength(10)
})

test('staff book by hand, also near the time and without an invitation, move and cancel', async () => {
  const id = await panel.shortlisted()
  const near = await panel.createSlot({ starts_at: '2026-03-02T08:30:00.000Z' })
  const later = await panel.createSlot()
  const { status, body } = await book(id, { slot: near })
  expect([status, body]).toMatchObject([200, { id, state: 'BOOKED', slot: { id: near } }])
  const moved = await book(id, { slot: later, expected_updated_at: body.updated_at })
  expect(moved.body).toMatchObject({ slot: { id: later }, outcome: '' })
  const stale = await unbook(id, { expected_updated_at: body.updated_at })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringMatching(/^This was changed at .* by Diane Keza \(time\)/),
  ])
  expect((await unbook(id)).body).toMatchObject({ state: 'INVITED', slot: null })
  expect((await panel.emails()).map(({ subject }) => subject.split(/[: ]/)[0])).toEqual([
    'Your',
    'Changed',
    'Cancelled',
  ])
  expect((await panel.history(id)).map(({ to_text }) => to_text)).toEqual([
    '2 Mar 2026, 10:30',
    '4 Mar 2026, 10:00',
    'No time chosen',
  ])
})

test('staff book no time that has passed, is taken, or of another cohort, and nobody who was rejected', async () => {
  const id = await panel.shortlisted()
  const full = await panel.createSlot()
  await createInterview(app.services, await panel.shortlisted(), { slot: full })
  const refused = [
    await book(id, { slot: await panel.createSlot({ starts_at: '2026-03-01T08:00:00.000Z' }) }),
    await book(id, { slot: full }),
    await book(id, { slot: await createSlot(app.services, { cohort: await panel.otherCohort() }) }),
    await book(id, {}),
    await book(999, { slot: full }),
    await book(await panel.shortlisted('Eric', { status: 'REJECTED' }), {
      slot: await panel.createSlot(),
    }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 409, 409, 400, 404, 409])
  expect(refused[0]?.body).toEqual({ slot: ['This time has passed already'] })
  expect(refused[3]?.body).toEqual({ slot: ['Please choose a time'] })
  expect(await panel.emails()).toEqual([])
  expect((await panel.bookings()).map((row) => row.id)).not.toContain(id)
})

test('who has missed an interview is booked for another time by staff, and not by the link', async () => {
  const { id, token } = await panel.invited()
  const first = await panel.createSlot({ starts_at: '2026-03-02T08:30:00.000Z' })
  const later = await panel.createSlot()
  await book(id, { slot: first })
  app.setNow('2026-03-02T09:00:00.000Z')
  expect((await book(id, { slot: later })).body.detail).toBe(
    'This interview has begun. Note how it went instead.',
  )
  await note(id, { outcome: 'NO_SHOW', note: 'Ill, has phoned' })
  expect((await panel.choose(token, later)).body.detail).toBe('Your interview is over.')
  expect((await unbook(id)).status).toBe(409)
  const { status, body } = await book(id, { slot: later })
  expect([status, body]).toMatchObject([
    200,
    { state: 'BOOKED', outcome: '', note: 'Ill, has phoned', slot: { id: later } },
  ])
  expect((await panel.emails()).map(({ subject }) => subject.split(/[: ]/)[0])).toEqual([
    'Your',
    'Your',
  ])
  expect((await panel.history(id)).map(({ from_text, to_text }) => [from_text, to_text])).toEqual([
    ['No time chosen', '2 Mar 2026, 10:30'],
    ['Booked', 'Did not come'],
    ['2 Mar 2026, 10:30', '4 Mar 2026, 10:00'],
  ])
  app.setNow('2026-03-04T08:30:00.000Z')
  await note(id, { outcome: 'DONE' })
  expect((await book(id, { slot: await panel.createSlot() })).status).toBe(409)
})

test('how an interview went is noted once it has begun, and told in the history', async () => {
  const { id } = await panel.invited()
  const refused = await note(id, { outcome: 'DONE' })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'No time is chosen for this interview.',
  ])
  const starts_at = '2026-03-02T08:30:00.000Z'
  await book(id, { slot: await panel.createSlot({ starts_at }) })
  expect((await note(id, { outcome: 'NO_SHOW' })).body.detail).toBe(
    'This interview has not begun yet.',
  )
  expect((await note(id, { note: "  Asks for İzmir's slides " })).body.note).toBe(
    "Asks for İzmir's slides",
  )
  app.setNow(starts_at)
  const { body } = await note(id, { outcome: 'DONE' })
  expect(body).toMatchObject({ state: 'DONE', note: "Asks for İzmir's slides" })
  expect((await panel.history(id)).at(-1)).toMatchObject({
    from_text: 'Booked',
    to_text: 'Held',
    notes: "Asks for İzmir's slides",
  })
  expect((await note(id, { outcome: '' })).body.state).toBe('BOOKED')
  expect((await unbook(id)).body.detail).toBe('This interview has begun. Note how it went instead.')
  expect((await note(id, { outcome: 'GONE', note: 'x'.repeat(2001) })).body).toEqual({
    outcome: ['Please choose an outcome'],
    note: ['At most 2000 characters'],
  })
  expect((await note(999, { note: '' })).status).toBe(404)
})

test('interviews go 90 days after they were held, and the history of the application stays', async () => {
  const { id } = await panel.invited()
  const unanswered = await panel.invited()
  const kept = await panel.invited()
  await book(id, { slot: await panel.createSlot() })
  await book(kept.id, { slot: await panel.createSlot({ starts_at: '2026-05-20T08:00:00.000Z' }) })
  app.setNow('2026-06-01T00:00:00.000Z')
  await removeOldInterviews(app.services)
  expect(await panel.bookings()).toHaveLength(2)
  app.setNow('2026-06-02T09:00:00.000Z')
  await removeOldInterviews(app.services)
  expect((await panel.bookings()).map((row) => row.id)).toEqual([kept.id])
  expect((await panel.history(id)).at(-1)).toMatchObject({ to_text: '4 Mar 2026, 10:00' })
  expect((await panel.page(unanswered.token)).status).toBe(404)
})
