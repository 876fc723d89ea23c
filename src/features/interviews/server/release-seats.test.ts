import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookingToken, createInterview } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readEvents } from '#testing/events.ts'
import { prepareInterviews, withoutStatusEmails } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
let slot: number
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  await withoutStatusEmails(app)
  panel = await prepareInterviews(app)
  slot = await panel.createSlot()
})
afterEach(() => app[Symbol.asyncDispose]())

const booked = async (first_name = 'Aline') =>
  createInterview(app.services, await panel.shortlisted(first_name), { slot })

/** Each changes an application, and returns what takes that back. */
const ways: [name: string, (id: number) => Promise<() => Promise<{ notices?: string[] }>>][] = [
  [
    'rejected',
    async (id) => {
      expect((await panel.setStatus(id, 'REJECTED')).status).toBe(200)
      return async () => (await panel.setStatus(id, 'SHORTLISTED')).body
    },
  ],
  [
    'withdrawn in a batch',
    async (id) => {
      const json = { application_ids: [id], status: 'WITHDRAWN' }
      const { body } = await panel.staff('PATCH', 'applications/batch-status/', json)
      return () => panel.undo(body.batch)
    },
  ],
  [
    'rejected with all that match',
    async (id) => {
      const filters = { status: ['SHORTLISTED'] }
      const seen = { seen_at: app.services.now().toISOString(), seen_total: 1 }
      const json = { filters, ...seen, status: 'REJECTED' }
      const path = '/api/admin/applications/batch-status/matching/'
      const token = await app.signIn('RECRUITER')
      const { events } = await readEvents(app, path, { method: 'PATCH', token, json })
      expect([id, events.at(-1).succeeded]).toEqual([id, 1])
      return () => panel.undo(events.at(-1).batch)
    },
  ],
  [
    'moved to another cohort',
    async (id) => {
      const json = { application_ids: [id], cohort: await panel.otherCohort() }
      const { body } = await panel.staff('PATCH', 'applications/batch-move/', json)
      return () => panel.undo(body.batch)
    },
  ],
  [
    'put on the waiting list',
    async (id) => {
      const json = { application_ids: [id], is_waiting: true }
      const { body } = await panel.staff('PATCH', 'applications/batch-waiting/', json)
      return () => panel.undo(body.batch)
    },
  ],
  [
    'deleted',
    async (id) => {
      expect((await panel.staff('DELETE', `applications/${id}/`)).status).toBe(204)
      return async () => {
        const json = { kind: 'application', row_ids: [id] }
        const { body } = await panel.staff('POST', 'trash/undo/', json)
        expect(body.succeeded).toEqual([String(id)])
        return body
      }
    },
  ],
]

test.each(ways)('the seat of who is %s is free at once', async (_, change) => {
  await change(await booked())
  const other = await panel.invited('Eric')
  expect((await panel.choose(other.token, slot)).status).toBe(200)
  expect((await panel.emails())[0]?.subject).toMatch(/^Cancelled: your interview/)
})

test.each(ways)(
  'who is %s and comes back at once has the seat, and got no email',
  async (_, change) => {
    const id = await booked()
    const takeBack = await change(id)
    const [email, ...more] = await panel.emails()
    expect([email?.next_try_at, more]).toEqual(['2026-03-02T08:15:00.000Z', []])
    expect((await takeBack()).notices).toBeUndefined()
    expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1 })
    expect(await panel.emails()).toEqual([])
    expect((await panel.history(id)).map(({ to_text }) => to_text)).toEqual([
      'No time chosen',
      '4 Mar 2026, 10:00',
    ])
  },
)

test.each(ways)('who is %s, told, and comes back later is told that, too', async (_, change) => {
  const id = await booked()
  const takeBack = await change(id)
  const sent_at = app.services.now().toISOString()
  await app.services.database.updateTable('outbox').set({ sent_at, next_try_at: null }).execute()
  app.advanceS(3600)
  expect((await takeBack()).notices).toBeUndefined()
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1 })
  const [first, second] = await panel.emails()
  expect(second?.subject).toMatch(/^Your interview for .*: Wednesday 4 Mar 2026, 10:00$/)
  const sequenceOf = (text = '') => Number(/SEQUENCE:(\d+)/.exec(text)?.[1])
  expect(sequenceOf(second?.calendar)).toBeGreaterThan(sequenceOf(first?.calendar))
})

test.each(ways)(
  'who is %s and comes back to a taken seat has none, and staff are told',
  async (_, change) => {
    const id = await booked("N'Golo")
    const takeBack = await change(id)
    const other = await panel.invited('Eric')
    await panel.choose(other.token, slot)
    const text = '4 Mar 2026, 10:00 has been taken.'
    expect((await takeBack()).notices).toEqual([
      `N'Golo Uwase has no time for an interview any more. ${text}`,
    ])
    expect(await panel.interviewOf(id)).toMatchObject({ slot_id: null, seat: null })
    expect(await panel.interviewOf(other.id)).toMatchObject({ slot_id: slot, seat: 1 })
    expect((await panel.history(id)).at(-1)).toMatchObject({ notes: text })
    expect((await panel.emails()).map(({ subject }) => subject.split(/[: ]/)[0])).toEqual([
      'Cancelled',
      'Your',
    ])
  },
)

test('who comes back to a time that was cancelled, or is over, has none', async () => {
  const [cancelled, late] = [await booked(), await panel.shortlisted('Eric')]
  const soon = await panel.createSlot({ starts_at: '2026-03-02T10:00:00.000Z' })
  await createInterview(app.services, late, { slot: soon })
  for (const id of [cancelled, late]) await panel.setStatus(id, 'REJECTED')
  await panel.staff('POST', 'interview-slots/cancel/', { slot_ids: [slot] })
  const onItsWay = { claim: 'sending', next_try_at: '2026-03-02T10:01:00.000Z' }
  await app.services.database.updateTable('outbox').set(onItsWay).execute()
  app.setNow('2026-03-02T10:00:00.000Z')
  const told = [
    await panel.setStatus(cancelled, 'SHORTLISTED'),
    await panel.setStatus(late, 'SHORTLISTED'),
  ]
  expect(told.map(({ body }) => body.notices)).toEqual([
    ['Aline Uwase has no time for an interview any more. The time of the interview was cancelled.'],
    ['Eric Uwase has no time for an interview any more. 2 Mar 2026, 12:00 is over.'],
  ])
  expect((await panel.bookings()).map(({ slot_id }) => slot_id)).toEqual([null, null])
})

test('an interview that has begun stays as it was', async () => {
  const id = await booked()
  app.setNow('2026-03-04T08:00:00.000Z')
  await panel.staff('PATCH', `interviews/${id}/`, { outcome: 'DONE' })
  for (const [, change] of ways) {
    const takeBack = await change(id)
    if (await panel.interviewOf(id)) {
      expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1, outcome: 'DONE' })
    }
    await takeBack()
    expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1, outcome: 'DONE' })
    app.advanceS(1)
  }
  expect(await panel.emails()).toEqual([])
})

test('who waits for a spot gets no seat back, chooses none, and is neither invited nor reminded', async () => {
  const id = await booked()
  const token = bookingToken(app.services, id)
  const uninvited = await panel.shortlisted('Eric')
  const waiting = { application_ids: [id, uninvited], is_waiting: true }
  const { body } = await panel.staff('PATCH', 'applications/batch-waiting/', waiting)
  expect((await panel.page(token)).body).toMatchObject({ state: 'closed', slots: [] })
  expect((await panel.choose(token, slot)).status).toBe(409)
  const invited = await panel.staff('POST', 'interviews/invite/', { application_ids: [uninvited] })
  expect(invited.body.failed[0].detail).toBe('Who is on the waiting list is not invited.')
  app.advanceS(86_400)
  const reminded = await panel.staff('POST', 'interviews/remind/', { application_ids: [id] })
  expect(reminded.body.failed[0].detail).toBe('This applicant is on the waiting list.')
  await panel.setStatus(id, 'REJECTED')
  await panel.setStatus(id, 'SHORTLISTED')
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: null, seat: null })
  await panel.undo(body.batch)
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1 })
})

test('a time that was chosen since stays, and nobody gets an old seat besides', async () => {
  const id = await booked()
  const later = await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const waiting = { application_ids: [id], is_waiting: true }
  const { body } = await panel.staff('PATCH', 'applications/batch-waiting/', waiting)
  await panel.staff('POST', `interviews/${id}/book/`, { slot: later })
  expect(await panel.undo(body.batch)).toMatchObject({ succeeded: 1 })
  expect(await panel.interviewOf(id)).toMatchObject({ slot_id: later })
  const told = (await panel.emails()).map(({ subject, withheld, next_try_at }) => [
    subject.split(/[: ]/)[0],
    withheld,
    next_try_at !== null,
  ])
  expect(told).toEqual([
    ['Cancelled', 'OUTDATED', false],
    ['Your', '', true],
  ])
})

test('a mention in a decision that frees a seat is found at the decision', async () => {
  const id = await booked()
  const json = { status: 'REJECTED', notes: '@Diane Keza please call' }
  const path = `/api/website/application/${id}/change-status/`
  const token = await app.signIn('RECRUITER')
  expect((await app.json(path, { method: 'POST', token, json })).status).toBe(200)
  const { kind } = await app.services.database
    .selectFrom('application_mentions as mentions')
    .innerJoin('application_history', 'application_history.id', 'mentions.history_id')
    .select('kind')
    .executeTakeFirstOrThrow()
  expect(kind).toBe('status')
})

test.each(ways)(
  'the interviews in other tabs are loaded again after somebody was %s',
  async (_, change) => {
    const versions = () =>
      (['Interview', 'Email'] as const).map((tag) => app.services.tagVersions.versionOf(tag))
    const id = await booked()
    const before = versions()
    const takeBack = await change(id)
    const between = versions()
    await takeBack()
    const after = versions()
    expect(between.every((version, index) => version > (before[index] ?? 0))).toBe(true)
    expect(after.every((version, index) => version > (between[index] ?? 0))).toBe(true)
  },
)
