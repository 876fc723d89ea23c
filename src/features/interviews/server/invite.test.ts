import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookingToken } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { readEvents } from '#testing/events.ts'
import { prepareInterviews } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const invite = (application_ids: number[], more: object = {}) =>
  panel.staff('POST', 'interviews/invite/', { application_ids, ...more })
const remind = (application_ids: number[]) =>
  panel.staff('POST', 'interviews/remind/', { application_ids })

test('who is shortlisted is invited once, with an email that has the personal link', async () => {
  const id = await panel.shortlisted('Aline')
  const pending = await panel.shortlisted('Eric', { status: 'PENDING' })
  const { status, body } = await invite([id, pending, 999])
  expect([status, body]).toMatchObject([
    200,
    {
      succeeded: [id],
      failed: [
        { id: pending, detail: 'Only who is shortlisted is invited.' },
        { id: 999, detail: expect.stringContaining('not found') },
      ],
      batch: expect.any(Number),
    },
  ])
  const again = await invite([id])
  expect(again.body).toMatchObject({ succeeded: [], failed: [{ id }], batch: null })
  const [email, ...more] = await panel.emails()
  expect(more).toEqual([])
  const token = bookingToken(app.services, id)
  expect(email?.body).toMatch(/^Dear Aline,\n\nYou are on the shortlist for/)
  expect(email?.body).toContain(`https://huza.example/interview?token=${token}`)
  expect(email?.body).toContain('All times are Kigali time (UTC+02:00)')
  expect((await panel.page(token)).body).toMatchObject({ state: 'choose', first_name: 'Aline' })
  expect(await panel.history(id)).toMatchObject([
    { from_text: 'Not invited', to_text: 'Invited', by_name: 'Diane Keza' },
  ])
  expect(await panel.audit()).toMatchObject([
    { action: 'batch', target: 'interview', details: { action: 'invite', ids: [id] } },
  ])
  expect((await invite([])).body).toEqual({
    application_ids: ['Please select at least one'],
  })
})

test('two who invite the same applicant at once cause one email', async () => {
  const id = await panel.shortlisted()
  const both = await Promise.all([invite([id]), invite([id])])
  expect(both.flatMap(({ body }) => body.succeeded)).toEqual([id])
  expect(await panel.emails()).toHaveLength(1)
})

test('all that match are invited as far as they are shortlisted, and those that came later are not', async () => {
  const ids = [await panel.shortlisted(), await panel.shortlisted()]
  const { body: list } = await app.json('/api/website/application/?status=SHORTLISTED', {
    token: await app.signIn('ADMIN'),
  })
  app.advanceS(60)
  await panel.shortlisted()
  const json = {
    filters: { status: ['SHORTLISTED'] },
    seen_at: list.seen_at,
    seen_total: list.total_items,
  }
  const send = async () =>
    readEvents(app, '/api/admin/interviews/invite/matching/', {
      method: 'POST',
      json,
      token: await app.signIn('RECRUITER'),
    })
  const { events } = await send()
  expect(events.at(-1)).toMatchObject({ total: 2, succeeded: 2, failed_count: 0 })
  expect((await panel.bookings()).map(({ id }) => id)).toEqual(ids)
  expect((await send()).events.at(-1)).toMatchObject({ succeeded: 0, failed_count: 2 })
  expect(await panel.emails()).toHaveLength(2)
})

test('undone invitations take their unsent emails back, except where a time is chosen', async () => {
  const ids = [await panel.shortlisted(), await panel.shortlisted(), await panel.shortlisted()]
  const [first = 0, sent = 0, booked = 0] = ids
  const { body } = await invite(ids)
  const { database } = app.services
  const recipients = (await panel.emails()).map(({ id }) => id)
  await database
    .updateTable('outbox')
    .set({ sent_at: app.services.now().toISOString() })
    .where('id', '=', recipients[1] ?? 0)
    .execute()
  await panel.choose(bookingToken(app.services, booked), await panel.createSlot())
  const outcome = await panel.undo(body.batch)
  expect(outcome).toMatchObject({ succeeded: 2, failed_count: 1 })
  expect(outcome?.failed[0]).toMatchObject({
    id: booked,
    name: 'Aline Uwase',
    detail: 'Aline Uwase has chosen 4 Mar 2026, 10:00. Cancel that first.',
  })
  expect((await panel.bookings()).map(({ id }) => id)).toEqual([booked])
  const left = (await panel.emails()).map(({ id }) => id)
  expect([left.includes(recipients[0] ?? 0), left.includes(recipients[1] ?? 0)]).toEqual([
    false,
    true,
  ])
  expect((await panel.page(bookingToken(app.services, sent))).status).toBe(404)
  expect((await invite([first])).body.succeeded).toEqual([first])
  const listed = await panel.staff('GET', 'batches/?target=invitation')
  expect(listed.body.results[1]).toMatchObject({ changed: 3, undone: 2 })
})

test('an undone invitation leaves those of whom something was noted since, or who were reminded', async () => {
  const ids = [await panel.shortlisted(), await panel.shortlisted(), await panel.shortlisted()]
  const [noted = 0, reminded = 0, cancelled = 0] = ids
  const slot = await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const { body } = await invite(ids)
  await panel.choose(bookingToken(app.services, cancelled), slot)
  await panel.staff('POST', `interviews/${cancelled}/unbook/`)
  app.advanceS(24 * 60 * 60)
  await panel.staff('PATCH', `interviews/${noted}/`, { note: 'Prefers the afternoon' })
  expect((await remind([reminded])).body.succeeded).toEqual([reminded])
  const outcome = await panel.undo(body.batch)
  expect(outcome).toMatchObject({ succeeded: 1, failed_count: 2 })
  expect(outcome?.failed.map(({ detail }: { detail: string }) => detail)).toEqual([
    expect.stringContaining('by Diane Keza (note)'),
    expect.stringContaining('by Diane Keza (reminder)'),
  ])
  expect((await panel.bookings()).map(({ id }) => id)).toEqual([noted, reminded])
})

test('nobody is invited over and over, also in a batch', async () => {
  const [id, other] = [await panel.shortlisted('Aline'), await panel.shortlisted('Eric')]
  for (let turn = 0; turn < 10; turn += 1) await panel.undo((await invite([id])).body.batch)
  expect((await invite([id, other])).body).toMatchObject({
    succeeded: [other],
    failed: [{ id, detail: expect.stringContaining('was sent 10 emails within a day') }],
  })
})

test('all that match are reminded once within 24 hours, and those that came later are not', async () => {
  await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const free = await panel.createSlot({ starts_at: '2026-03-20T09:00:00.000Z' })
  const [one, two] = [await panel.invited('Eric'), await panel.invited('Eric')]
  const booked = await panel.invited('Eric')
  await panel.choose(booked.token, free)
  await panel.invited('Aline')
  app.advanceS(24 * 60 * 60)
  const query = `cohort_id=${panel.cohort}&search=eric`
  const { body: list } = await panel.staff('GET', `interviews/?${query}`)
  app.advanceS(60)
  await panel.invited('Eric')
  const before = (await panel.emails()).length
  const send = async (more: object = {}) =>
    readEvents(app, '/api/admin/interviews/remind/matching/', {
      method: 'POST',
      token: await app.signIn('RECRUITER'),
      json: {
        filters: { cohort_id: [panel.cohort], search: 'eric' },
        seen_at: list.seen_at,
        seen_total: list.total_items,
        ...more,
      },
    })
  expect((await send({ seen_total: 2 })).status).toBe(409)
  const { events } = await send()
  expect(events.at(-1)).toMatchObject({ total: 3, succeeded: 2, failed_count: 1, batch: null })
  expect(events.at(-1).failed).toEqual([
    { id: booked.id, name: 'Eric Uwase', detail: 'This applicant has chosen a time already.' },
  ])
  const again = (await send()).events.at(-1)
  expect(again).toMatchObject({ succeeded: 0, failed_count: 3 })
  expect(again.failed[0].detail).toBe('This applicant was written to within 24 hours.')
  const emails = (await panel.emails()).slice(before)
  expect(emails.map(({ body }) => /token=(\S+)/.exec(body)?.[1])).toEqual([one.token, two.token])
  expect((await panel.audit()).filter(({ action }) => action === 'batch')[0]).toMatchObject({
    details: { action: 'remind', succeeded: 2, failed: 1, filters: { is_searched: true } },
  })
})

test('those without a time are reminded, not too often and not in vain', async () => {
  const [open, chosen] = [await panel.invited(), await panel.invited()]
  const fresh = open.id
  expect((await remind([fresh])).body.failed[0].detail).toBe('There is no free time to choose.')
  await panel.createSlot({ starts_at: '2026-03-20T08:00:00.000Z' })
  const slot = await panel.createSlot({ starts_at: '2026-03-20T09:00:00.000Z' })
  await panel.choose(chosen.token, slot)
  const soon = await remind([fresh, chosen.id, 999])
  expect(soon.body).toMatchObject({
    succeeded: [],
    failed: [
      { id: fresh, detail: 'This applicant was written to within 24 hours.' },
      { id: chosen.id, detail: 'This applicant has chosen a time already.' },
      { id: 999 },
    ],
  })
  const dayS = 24 * 60 * 60
  for (let times = 0; times < 3; times += 1) {
    app.advanceS(dayS)
    const both = await Promise.all([remind([fresh]), remind([fresh])])
    expect(both.flatMap(({ body }) => body.succeeded)).toEqual([fresh])
  }
  app.advanceS(dayS)
  expect((await remind([fresh])).body.failed[0].detail).toMatch(/^This applicant was reminded 3/)
  const reminders = (await panel.emails()).filter(({ subject }) => /^A reminder/.test(subject))
  expect(reminders).toHaveLength(3)
})
