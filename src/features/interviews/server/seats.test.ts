import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationBatches } from '#features/applications/server/application-batches.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { createInterview, createSlot } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readEvents } from '#testing/events.ts'
import { prepareInterviews, withoutStatusEmails } from '#testing/interviews.ts'
import { countStatements } from '#testing/statements.ts'
import { restoreSeats } from './restore-seats.ts'
import { freeSeats } from './seats.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
let slot: number
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  await withoutStatusEmails(app)
  panel = await prepareInterviews(app)
  slot = await createSlot(app.services, { cohort: panel.cohort })
})
afterEach(() => app[Symbol.asyncDispose]())

const booked = async (first_name = 'Aline') =>
  createInterview(app.services, await panel.shortlisted(first_name), { slot })
const interviewOf = async (id: number) => (await panel.bookings()).find((one) => one.id === id)
const send = async (method: string, path: string, json: object) =>
  app.json(`/api${path}`, { method, json, token: await app.signIn('RECRUITER') })
const stream = async (path: string, json: object, method = 'POST') =>
  (
    await readEvents(app, `/api${path}`, {
      ...{ method, json, token: await app.signIn('RECRUITER') },
    })
  ).events.at(-1)
const setStatus = (id: number, status: string) =>
  send('POST', `/website/application/${id}/change-status/`, { status })
const undo = (batch: number) => stream(`/admin/batches/${batch}/undo/`, {})

/** Each changes an application, and returns what takes that back. */
const ways: [name: string, (id: number) => Promise<() => Promise<{ notices?: string[] }>>][] = [
  [
    'rejected',
    async (id) => {
      expect((await setStatus(id, 'REJECTED')).status).toBe(200)
      return async () => (await setStatus(id, 'SHORTLISTED')).body
    },
  ],
  [
    'withdrawn in a batch',
    async (id) => {
      const json = { application_ids: [id], status: 'WITHDRAWN' }
      const { body } = await send('PATCH', '/admin/applications/batch-status/', json)
      return () => undo(body.batch)
    },
  ],
  [
    'rejected with all that match',
    async (id) => {
      const filters = { status: ['SHORTLISTED'] }
      const seen = { seen_at: app.services.now().toISOString(), seen_total: 1 }
      const json = { filters, ...seen, status: 'REJECTED' }
      const path = '/admin/applications/batch-status/matching/'
      const { batch, succeeded } = await stream(path, json, 'PATCH')
      expect([id, succeeded]).toEqual([id, 1])
      return () => undo(batch)
    },
  ],
  [
    'moved to another cohort',
    async (id) => {
      const json = { application_ids: [id], cohort: await panel.otherCohort() }
      const { body } = await send('PATCH', '/admin/applications/batch-move/', json)
      return () => undo(body.batch)
    },
  ],
  [
    'put on the waiting list',
    async (id) => {
      const json = { application_ids: [id], is_waiting: true }
      const { body } = await send('PATCH', '/admin/applications/batch-waiting/', json)
      return () => undo(body.batch)
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
    expect(await interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1 })
    expect(await panel.emails()).toEqual([])
    expect((await panel.history(id)).map(({ to_text }) => to_text)).toEqual([
      ...['No time chosen', '4 Mar 2026, 10:00'],
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
  expect(await interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1 })
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
    expect(await interviewOf(id)).toMatchObject({ slot_id: null, seat: null })
    expect(await interviewOf(other.id)).toMatchObject({ slot_id: slot, seat: 1 })
    expect((await panel.history(id)).at(-1)).toMatchObject({ notes: text })
    expect((await panel.emails()).map(({ subject }) => subject.split(/[: ]/)[0])).toEqual([
      ...['Cancelled', 'Your'],
    ])
  },
)

test('who comes back to a time that was cancelled, or is over, has none', async () => {
  const [cancelled, late] = [await booked(), await panel.shortlisted('Eric')]
  const soon = await createSlot(app.services, {
    ...{ cohort: panel.cohort, starts_at: '2026-03-02T10:00:00.000Z' },
  })
  await createInterview(app.services, late, { slot: soon })
  for (const id of [cancelled, late]) await setStatus(id, 'REJECTED')
  await panel.staff('POST', 'interview-slots/cancel/', { slot_ids: [slot] })
  await app.services.database.updateTable('outbox').set({ claim: 'sending' }).execute()
  app.setNow('2026-03-02T10:00:00.000Z')
  const told = [await setStatus(cancelled, 'SHORTLISTED'), await setStatus(late, 'SHORTLISTED')]
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
    if (await interviewOf(id)) {
      expect(await interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1, outcome: 'DONE' })
    }
    await takeBack()
    expect(await interviewOf(id)).toMatchObject({ slot_id: slot, seat: 1, outcome: 'DONE' })
    app.advanceS(1)
  }
  expect(await panel.emails()).toEqual([])
})

test('who is moved can choose a time of the other cohort, and who is rejected none', async () => {
  const [moved, rejected] = [await booked(), await panel.shortlisted('Eric')]
  const late = await createSlot(app.services, { cohort: panel.cohort })
  await createInterview(app.services, rejected, { slot: late })
  const cohort = await panel.otherCohort()
  await send('PATCH', '/admin/applications/batch-move/', { application_ids: [moved], cohort })
  await setStatus(rejected, 'REJECTED')
  const [one, two] = (await panel.emails()).map(({ body }) => body)
  expect(one).toContain('You can choose another time here:')
  expect(two).toContain('does not take place. We are sorry.')
  expect(two).not.toContain('interview?token')
  const names = await app.services.database
    .selectFrom('cohorts')
    .select('name')
    .where('id', '=', panel.cohort)
    .executeTakeFirstOrThrow()
  expect([one, two].every((body) => body?.includes(`interview for ${names.name} on`))).toBe(true)
})

test('a time that was chosen since stays, and nobody gets an old seat besides', async () => {
  const id = await booked()
  const later = await createSlot(app.services, {
    ...{ cohort: panel.cohort, starts_at: '2026-03-20T08:00:00.000Z' },
  })
  const waiting = { application_ids: [id], is_waiting: true }
  const { body } = await send('PATCH', '/admin/applications/batch-waiting/', waiting)
  await panel.staff('POST', `interviews/${id}/book/`, { slot: later })
  expect(await undo(body.batch)).toMatchObject({ succeeded: 1 })
  expect(await interviewOf(id)).toMatchObject({ slot_id: later })
})

test('a decision is never held up by the limit of emails, and staff are told to call', async () => {
  const id = await panel.shortlisted()
  for (let turn = 0; turn < 5; turn += 1) {
    await panel.staff('POST', `interviews/${id}/book/`, { slot })
    if (turn < 4) await panel.staff('POST', `interviews/${id}/unbook/`)
  }
  await setStatus(id, 'REJECTED')
  await setStatus(id, 'SHORTLISTED')
  expect(await interviewOf(id)).toMatchObject({ slot_id: slot })
  const { body } = await setStatus(id, 'REJECTED')
  expect(body.notices).toEqual([
    'Aline Uwase was sent 10 emails within a day. The next one can be sent from 3 Mar 2026, 10:00. Please call them: their interview is cancelled.',
  ])
  expect(await interviewOf(id)).toMatchObject({ slot_id: null })
})

test('a mention in a decision that frees a seat is found at the decision', async () => {
  const id = await booked()
  const json = { status: 'REJECTED', notes: '@Diane Keza please call' }
  expect((await send('POST', `/website/application/${id}/change-status/`, json)).status).toBe(200)
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

/** Takes back a rejection of some who had seats of one time, of whom half were told; @returns the statements of that */
async function countUndoing(total: number) {
  const { database, now } = app.services
  const several = await createSlot(app.services, { cohort: panel.cohort, capacity: total })
  const ids: number[] = []
  for (let seat = 1; seat <= total; seat += 1) {
    const email = `aline.${several}.${seat}@example.rw`
    const id = await panel.shortlisted('Aline', { email })
    ids.push(await createInterview(app.services, id, { slot: several, seat }))
  }
  const json = { application_ids: ids, status: 'REJECTED' }
  await send('PATCH', '/admin/applications/batch-status/', json)
  const sent = { sent_at: now().toISOString(), next_try_at: null }
  for (const { id } of (await panel.emails()).slice(0, total / 2))
    await database.updateTable('outbox').set(sent).where('id', '=', id).execute()
  const { counted, statements } = countStatements(database)
  const context = { ...app.services, viewer: panel.user } as unknown as RequestContext
  const version = now().toISOString()
  const changes = ids.map((id) => ({ id, from: 'SHORTLISTED', version }))
  const { restore } = applicationBatches({ free: freeSeats, restore: restoreSeats })
  const outcome = await counted
    .transaction()
    .execute((transaction) => restore(transaction, context, 'REJECTED', changes))
  expect(outcome).toMatchObject({ succeeded: ids, failed: [], notices: [] })
  const seats = (await panel.bookings()).filter(({ slot_id }) => slot_id === several)
  expect(seats.map(({ id, seat }) => [id, seat])).toEqual(ids.map((id, index) => [id, index + 1]))
  return statements()
}

test('many get their seats back in as many statements as few', async () => {
  await app.services.database.updateTable('cohorts').set({ capacity: 100 }).execute()
  const few = await countUndoing(2)
  await app.services.database.deleteFrom('outbox').execute()
  expect(await countUndoing(20)).toBe(few)
})

test('those who come back together share the seats that are left, the first to apply first', async () => {
  const shared = await createSlot(app.services, { cohort: panel.cohort, capacity: 3 })
  const names = ['Aline', 'Eric', 'Keza']
  const ids: number[] = []
  for (const [index, name] of names.entries()) {
    const id = await panel.shortlisted(name)
    ids.push(await createInterview(app.services, id, { slot: shared, seat: index + 1 }))
  }
  const json = { application_ids: ids, status: 'REJECTED' }
  const { body } = await send('PATCH', '/admin/applications/batch-status/', json)
  const other = await panel.invited('Diane')
  await panel.choose(other.token, shared)
  const text = '4 Mar 2026, 10:00 has been taken.'
  expect(await undo(body.batch)).toMatchObject({
    ...{ succeeded: 3, failed: [] },
    notices: [`Keza Uwase has no time for an interview any more. ${text}`],
  })
  const seats = (await panel.bookings()).map(({ id, slot_id, seat }) => [id, slot_id, seat])
  expect(seats).toEqual([
    ...[
      [ids[0], shared, 2],
      [ids[1], shared, 3],
      [ids[2], null, null],
    ],
    [other.id, shared, 1],
  ])
  expect((await panel.history(ids[2] as number)).at(-1)?.notes).toBe(text)
  // Of the four emails, those to two who are back are taken back, and one is about the seat that was chosen.
  expect((await panel.emails()).map(({ subject }) => subject.split(/[: ]/)[0])).toEqual([
    ...['Cancelled', 'Your'],
  ])
})

test('of those who come back and those who choose at once, no two get one seat', async () => {
  await app.services.database.updateTable('cohorts').set({ capacity: 100 }).execute()
  for (let round = 0; round < 20; round += 1) {
    slot = await createSlot(app.services, { cohort: panel.cohort })
    const id = await booked()
    await setStatus(id, 'REJECTED')
    const other = await panel.invited()
    const [back, chosen] = await Promise.all([
      setStatus(id, 'SHORTLISTED'),
      panel.choose(other.token, slot, `10.4.0.${round}`),
    ])
    expect([back.status, [200, 409].includes(chosen.status)]).toEqual([200, true])
    const taken = (await panel.bookings()).filter(({ slot_id }) => slot_id === slot)
    expect(taken).toHaveLength(1)
    expect(back.body.notices?.length ?? 0).toBe(chosen.status === 200 ? 1 : 0)
  }
})
