import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailboxKey } from '#platform/mail/email-limits.ts'
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
const cancel = (json: object) => panel.staff('POST', 'interview-slots/cancel/', json)

test('one step makes all times that fit into each day, in Kigali time', async () => {
  const { id } = await createUser(app.services, { role: 'EDITOR', name: 'Eric Mugisha' })
  const { status, body } = await create(plan({ panel: [id] }))
  expect([status, body.ids.length]).toEqual([201, 6])
  const { results, total_items } = await slots()
  expect(total_items).toBe(6)
  expect(results.map((slot: { starts_at: string }) => slot.starts_at)).toEqual([
    '2026-03-04T07:00:00.000Z',
    '2026-03-04T07:40:00.000Z',
    '2026-03-04T08:20:00.000Z',
    '2026-03-05T07:00:00.000Z',
    '2026-03-05T07:40:00.000Z',
    '2026-03-05T08:20:00.000Z',
  ])
  expect(results[0]).toMatchObject({
    cohort: panel.cohort,
    ends_at: '2026-03-04T07:30:00.000Z',
    place: 'Room 2',
    link: '',
    capacity: 1,
    panel: [id],
    panel_names: ['Eric Mugisha'],
    booked: [],
  })
  expect(await panel.audit()).toMatchObject([
    {
      action: 'created',
      target: 'interview slots',
      details: { cohort: panel.cohort, ids: body.ids },
    },
  ])
})

test('times that are sent again after a lost response are made once, also without a panel', async () => {
  const token = await app.signIn('RECRUITER')
  const send = (key: string) =>
    app.json('/api/admin/interview-slots/', {
      method: 'POST',
      token,
      json: plan(),
      headers: { 'idempotency-key': key },
    })
  const [first, ...others] = [
    ...(await Promise.all([send('a-key-of-one'), send('a-key-of-one')])),
    await send('a-key-of-one'),
  ]
  expect([first?.status, first?.body.ids.length]).toEqual([201, 6])
  for (const { status, body } of others) expect([status, body]).toEqual([201, first?.body])
  expect((await slots()).total_items).toBe(6)
  await send('another-key')
  expect((await slots()).total_items).toBe(12)
})

test('times that were deleted since are not said to be made when they are sent again', async () => {
  const token = await app.signIn('RECRUITER')
  const headers = { 'idempotency-key': 'a-key-of-one' }
  const send = () =>
    app.json('/api/admin/interview-slots/', { method: 'POST', token, json: plan(), headers })
  const [first, ...others] = (await send()).body.ids
  await cancel({ slot_ids: [first] })
  expect(await send()).toMatchObject({ status: 201, body: { ids: others } })
  await cancel({ slot_ids: others })
  const detail = 'These times were made when this was first sent, and have been deleted since.'
  expect(await send()).toMatchObject({ status: 409, body: { detail } })
  expect((await slots()).total_items).toBe(0)
})

test('invalid fields are all named, and nothing is made', async () => {
  expect((await create({})).body).toEqual({
    cohort: ['Please choose a cohort'],
    days: [expect.any(String)],
    from: ['Please enter when the first begins'],
    to: ['Please enter when the last ends'],
    length: ['Please enter 5 to 480 minutes'],
  })
  const json = { ...plan(), days: ['tomorrow'], from: '9', length: 2, pause: 500, capacity: 0 }
  expect((await create({ ...json, link: 'http://meet.example', panel: ['x'] })).body).toMatchObject(
    {
      days: ['Please enter a valid date'],
      from: ['Please enter when the first begins'],
      length: ['Please enter 5 to 480 minutes'],
      pause: ['Please enter 0 to 240 minutes'],
      capacity: ['Please enter a number from 1 to 50'],
      link: ['Please enter an address that starts with https://'],
    },
  )
  expect((await create(plan({ place: '', to: '08:00' }))).body).toEqual({
    to: ['The end must be after the start'],
    place: ['Please enter a place, or a link to meet online'],
  })
  for (const [changes, problem] of [
    [{ length: 240 }, { length: ['No interview of this length fits in between'] }],
    [{ days: ['2026-03-02'] }, { days: ['The first of these times has passed already'] }],
    [{ cohort: 999 }, { cohort: ['Please choose a cohort'] }],
    [{ panel: [999] }, { panel: ['Somebody of the panel has no account any more'] }],
    [
      { from: '00:00', to: '23:00', length: 5, pause: 0, days: ['2026-03-04', '2026-03-05'] },
      { days: ['At most 300 times in one step'] },
    ],
  ] as const) {
    const refused = await create(plan(changes))
    expect([refused.status, refused.body]).toEqual([400, problem])
  }
  expect((await slots()).total_items).toBe(0)
})

test('nobody sits in two panels at once, whatever the cohort, and side by side is no clash', async () => {
  const { id } = await createUser(app.services, { role: 'RECRUITER', name: 'Eric Mugisha' })
  const cohort = await panel.otherCohort()
  await createSlot(app.services, {
    cohort,
    panel: [id],
    starts_at: '2026-03-05T07:30:00.000Z',
  })
  const refused = await create(plan({ panel: [id] }))
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      panel: [
        expect.stringMatching(/^Eric Mugisha interviews for .* at 5 Mar 2026, 09:30 already$/),
      ],
    },
  ])
  expect((await create(plan({ panel: [id], pause: 30 }))).status).toBe(201)
})

test('every enabled user can be put into a panel, and it is told whose role shows no interviews', async () => {
  const { database } = app.services
  const ids: number[] = []
  for (const role of ['ADMIN', 'EDITOR', 'RECRUITER'] as const) {
    ids.push((await createUser(app.services, { role, name: `An ${role}` })).id)
  }
  const gone = await createUser(app.services)
  const disabled_at = app.services.now().toISOString()
  await database.updateTable('users').set({ disabled_at }).where('id', '=', gone.id).execute()
  const { body } = await panel.staff('GET', 'interview-panelists/')
  expect(body.results).toEqual([
    { id: ids[0], name: 'An ADMIN', sees_interviews: true },
    { id: ids[1], name: 'An EDITOR', sees_interviews: false },
    { id: ids[2], name: 'An RECRUITER', sees_interviews: true },
    { id: panel.user.id, name: 'Diane Keza', sees_interviews: true },
  ])
})

test('of two who put the same person into panels at once, one is refused', async () => {
  const { id } = await createUser(app.services, { role: 'RECRUITER' })
  const cohort = await panel.otherCohort()
  const both = await Promise.all([
    create(plan({ panel: [id] })),
    create(plan({ panel: [id], cohort })),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  expect((await slots()).total_items).toBe(6)
})

test('the agenda is filtered by cohort, day, person, period and free places', async () => {
  const { id: user } = await createUser(app.services, { role: 'EDITOR' })
  const cohort = await panel.otherCohort()
  const day = (at: string, more: object = {}) =>
    panel.createSlot({ starts_at: `2026-${at}:00.000Z`, ...more })
  const past = await day('02-20T08:00')
  const free = await day('03-04T21:30', { panel: [user] })
  const full = await day('03-05T08:00', { cohort })
  await createInterview(app.services, await panel.shortlisted(), { slot: full })
  const found = async (query: string) =>
    (await slots(query)).results.map(({ id }: { id: number }) => id)
  expect(await found('')).toEqual([past, free, full])
  expect(await found('when=upcoming')).toEqual([free, full])
  expect(await found('when=past')).toEqual([past])
  expect(await found(`cohort_id=${panel.cohort}`)).toEqual([past, free])
  expect(await found('from=2026-03-04&to=2026-03-04')).toEqual([free])
  expect(await found(`user=${user}`)).toEqual([free])
  expect(await found('is_free=true')).toEqual([past, free])
  expect(await found('is_free=false')).toEqual([full])
  expect((await panel.staff('GET', 'interview-slots/?when=then&from=now&user=x')).status).toBe(400)
})

test('cancelled times are gone, and those who booked are told and can choose again', async () => {
  const id = await panel.createSlot()
  const past = await panel.createSlot({ starts_at: '2026-03-01T08:00:00.000Z' })
  const { id: application, token } = await panel.invited()
  await panel.choose(token, id)
  const message = 'The room is flooded.'
  const stale = await cancel({ slot_ids: [id], seen_booked: 0 })
  expect([stale.status, stale.body.detail]).toEqual([
    409,
    expect.stringMatching(/^1 applicant has/),
  ])
  expect(stale.body.current.slots).toMatchObject([{ id, booked: [{ id: application }] }])
  const { body } = await cancel({ slot_ids: [id, past, 999], message, seen_booked: 1 })
  expect(body).toMatchObject({ succeeded: [id], failed: [{ id: past }, { id: 999 }] })
  const [, email, ...more] = await panel.emails()
  expect(more).toEqual([])
  expect(email?.subject).toMatch(/^Cancelled: your interview for/)
  expect(email?.body).toContain(`We are sorry.\n\n${message}\n\n`)
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', `UID:interview-${application}@`]) {
    expect(email?.calendar).toContain(line)
  }
  expect(await panel.bookings()).toMatchObject([{ id: application, slot_id: null, seat: null }])
  expect((await panel.page(token)).body).toMatchObject({ state: 'over', booked: null })
  await panel.createSlot()
  expect((await panel.page(token)).body).toMatchObject({ state: 'choose' })
  expect((await cancel({ slot_ids: [], message: 'x'.repeat(1001), seen_booked: -1 })).body).toEqual(
    {
      slot_ids: ['Please select at least one'],
      message: ['At most 1000 characters'],
      seen_booked: [expect.any(String)],
    },
  )
})

test('who keeps a time because somebody else there cannot be written to is not counted as written to', async () => {
  const slot = (capacity: number) => panel.createSlot({ capacity })
  const [stays, ends] = [await slot(4), await slot(1)]
  const emails = ['full@example.rw', 'twice@example.rw', 'once@example.rw']
  for (const [index, email] of emails.entries()) {
    const id = await panel.shortlisted('Aline', { email })
    await createInterview(app.services, id, { slot: stays, seat: index + 1 })
  }
  const other = await panel.shortlisted('Eric', { email: 'twice+eric@example.rw' })
  await createInterview(app.services, other, { slot: ends })
  const keyOf = (email = '') => mailboxKey('mailbox-staff', email)
  const limit = { count: 10, resets_at: '2026-03-02T09:00:00.000Z' }
  await app.services.database
    .insertInto('limits')
    .values({ key: keyOf(emails[0]), ...limit })
    .execute()
  const { body } = await cancel({ slot_ids: [stays, ends] })
  expect(body).toMatchObject({ succeeded: [ends], failed: [{ id: stays }] })
  expect((await panel.emails()).map(({ recipient }) => recipient)).toEqual([
    'twice+eric@example.rw',
  ])
  const rows = await app.services.database.selectFrom('limits').selectAll().execute()
  const counts = emails.map((email) => rows.find(({ key }) => key === keyOf(email))?.count)
  expect(counts).toEqual([10, 1, 0])
})

test('the calendar of a panel has its times to come, and who has booked them', async () => {
  const { id } = await createUser(app.services)
  const slot = await panel.createSlot({ panel: [id] })
  await panel.createSlot()
  const applicant = await panel.invited("Noëlla O'İpek")
  await panel.choose(applicant.token, slot)
  const response = await panel.staff('GET', `interview-calendar/?user=${id}`)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = response.body.replaceAll('\r\n ', '')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toContain(`UID:interview-slot-${slot}@`)
  expect(text).toContain("SUMMARY:Interview: Noëlla O'İpek Uwase (")
  const mine = await panel.staff('GET', 'interview-calendar/')
  expect(mine.body).toContain('BEGIN:VCALENDAR')
  expect(mine.body).not.toContain('BEGIN:VEVENT')
})
