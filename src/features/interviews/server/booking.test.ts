import { afterEach, beforeEach, expect, test } from 'vitest'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { bookingToken, createInterview, createSlot } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const slotAt = (starts_at: string, more: object = {}) => panel.createSlot({ starts_at, ...more })
const cancel = (token: string) =>
  app.json('/api/website/interview/cancel/', { method: 'POST', json: { token } })
const setStatus = (id: number, status: string) =>
  app.services.database.updateTable('applications').set({ status }).where('id', '=', id).execute()
const monday = '2026-03-09T07:00:00.000Z'
const tuesday = '2026-03-10T07:00:00.000Z'

test('an invited applicant sees the free times of the cohort, and nothing of themselves but the first name', async () => {
  const { token } = await panel.invited('Aline')
  const free = await slotAt(tuesday)
  const full = await slotAt(monday)
  await createInterview(app.services, await panel.shortlisted(), { slot: full })
  await slotAt('2026-03-02T09:30:00.000Z')
  await createSlot(app.services, { cohort: await panel.otherCohort() })
  const { status, body, headers } = await panel.page(token)
  expect([status, body]).toEqual([
    200,
    {
      first_name: 'Aline',
      cohort_name: expect.any(String),
      state: 'choose',
      booked: null,
      slots: [{ id: free, starts_at: tuesday, ends_at: '2026-03-10T07:30:00.000Z' }],
    },
  ])
  expect(headers.get('cache-control')).toContain('no-store')
})

test('a chosen time is theirs, with an email, a file for the calendar and a line in the history', async () => {
  const { id, token } = await panel.invited()
  const slot = await slotAt(monday, { link: 'https://meet.example/a' })
  const { status, body } = await panel.choose(token, slot)
  expect([status, body]).toMatchObject([
    200,
    {
      state: 'booked',
      booked: {
        id: slot,
        place: 'Room 2',
        is_changeable: true,
        change_until: '2026-03-08T19:00:00.000Z',
      },
      slots: [],
    },
  ])
  const [email, ...more] = await panel.emails()
  expect(more).toEqual([])
  expect(email?.subject).toMatch(/: Monday 9 Mar 2026, 09:00$/)
  expect(email?.body).toMatch(/When: Monday 9 Mar 2026, 09:00 to 09:30 in Kigali \(UTC\+02:00\)/)
  expect(email?.body).toContain('Join here: https://meet.example/a')
  expect(email?.body).toContain(`https://huza.example/interview?token=${token}`)
  expect(email?.calendar).toContain('DTSTART;TZID=Africa/Kigali:20260309T090000')
  expect(await panel.history(id)).toEqual([
    {
      kind: 'interview',
      from_text: 'No time chosen',
      to_text: '9 Mar 2026, 09:00',
      by_name: '',
      notes: '',
    },
  ])
  const path = `/api/website/interview/calendar/?token=${token}`
  expect((await app.json(path)).body.calendar).toContain(`UID:interview-${id}@`)
})

test('pressing twice books once, and another time frees the first', async () => {
  const [one, other] = [await panel.invited(), await panel.invited()]
  const [first, second] = [await slotAt(monday), await slotAt(tuesday)]
  await Promise.all([panel.choose(one.token, first), panel.choose(one.token, first)])
  expect(await panel.emails()).toHaveLength(1)
  expect((await panel.choose(other.token, first)).status).toBe(409)
  expect((await panel.choose(one.token, second)).body.booked.id).toBe(second)
  expect((await panel.choose(other.token, first)).status).toBe(200)
  const emails = await panel.emails()
  expect(emails.map(({ subject }) => subject.split(':')[0])).toEqual([
    expect.stringMatching(/^Your interview/),
    'Changed',
    expect.stringMatching(/^Your interview/),
  ])
})

test('an applicant cancels until twelve hours before, and can choose again', async () => {
  const { id, token } = await panel.invited()
  const slot = await slotAt(monday)
  await panel.choose(token, slot)
  app.setNow('2026-03-08T18:59:00.000Z')
  expect((await cancel(token)).body).toMatchObject({ state: 'choose', booked: null })
  expect((await cancel(token)).status).toBe(200)
  expect((await panel.emails()).map(({ calendar }) => /METHOD:(\w+)/.exec(calendar)?.[1])).toEqual([
    'PUBLISH',
    'CANCEL',
  ])
  await panel.choose(token, slot)
  app.advanceS(60)
  const late = await cancel(token)
  expect([late.status, late.body.detail]).toEqual([
    409,
    'Your interview is in less than 12 hours. Please call or write to us to change it.',
  ])
  expect((await panel.choose(token, await slotAt(tuesday))).status).toBe(409)
  expect((await panel.page(token)).body).toMatchObject({
    state: 'booked',
    slots: [],
    booked: { id: slot, is_changeable: false },
  })
  expect(await panel.bookings()).toMatchObject([{ id, slot_id: slot }])
})

test('what is too near, over, of another cohort or gone is not booked', async () => {
  const { token } = await panel.invited()
  const near = await slotAt('2026-03-02T10:00:00.000Z')
  const foreign = await createSlot(app.services, {
    cohort: await panel.otherCohort(),
  })
  for (const slot of [near, foreign, 999]) {
    const refused = await panel.choose(token, slot)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This time is no longer offered. Please choose another one.',
    ])
  }
  const invalid = { method: 'POST', json: { slot: 'x' } }
  expect((await app.json('/api/website/interview/', invalid)).body).toEqual({
    token: ['This link is not complete. Please open it again from the email.'],
    slot: ['Please choose a time'],
  })
  expect(await panel.emails()).toEqual([])
})

test('wrong tokens, those of other purposes and withdrawn invitations open nothing', async () => {
  const { id, token } = await panel.invited()
  const slot = await slotAt(monday)
  for (const wrong of ['', `${id}`, `${id}.x`, `${id + 1}.${token.split('.')[1]}`]) {
    for (const { status } of [await panel.page(wrong), await panel.choose(wrong, slot)]) {
      expect(status).toBe(400)
    }
  }
  await app.services.database.deleteFrom('interviews').execute()
  expect((await panel.page(token)).status).toBe(404)
  expect((await panel.choose(token, slot)).status).toBe(404)
  expect((await cancel(token)).status).toBe(404)
})

test('guessing is slowed down for one address, while right links still pass', async () => {
  const { token } = await panel.invited()
  for (let tries = 0; tries < 30; tries += 1) await panel.page('1.x')
  expect((await panel.page('1.x')).status).toBe(429)
  expect((await panel.page(token)).status).toBe(200)
})

test('who is decided on otherwise chooses no more, and the link ends with the last interview', async () => {
  const { id, token } = await panel.invited()
  const slot = await slotAt(monday)
  for (const status of ['REJECTED', 'WITHDRAWN', 'PENDING', 'ACCEPTED']) {
    await setStatus(id, status)
    expect((await panel.page(token)).body).toMatchObject({ state: 'closed', slots: [] })
    expect((await panel.choose(token, slot)).status).toBe(409)
  }
  await setStatus(id, 'SHORTLISTED')
  await panel.choose(token, slot)
  await setStatus(id, 'ACCEPTED')
  expect((await panel.page(token)).body.state).toBe('booked')
  const late = await panel.invited()
  app.setNow('2026-03-09T07:31:00.000Z')
  expect((await panel.page(token)).body).toMatchObject({ state: 'held', booked: { id: slot } })
  expect((await panel.page(late.token)).body.state).toBe('over')
  expect((await cancel(token)).status).toBe(409)
})

test('who cancels, and can choose no other time, is promised none', async () => {
  const { id, token } = await panel.invited()
  const slot = await slotAt(monday)
  expect((await panel.choose(token, slot)).body.booked.can_choose_again).toBe(true)
  await setStatus(id, 'ACCEPTED')
  expect((await panel.page(token)).body.booked.can_choose_again).toBe(false)
  await cancel(token)
  const { body } = (await panel.emails()).at(-1) ?? {}
  expect(body).toContain('You have cancelled your interview')
  expect(body).not.toContain('interview?token')
})

test('an applicant who changes their mind all day gets ten emails at most', async () => {
  const { token } = await panel.invited()
  const slots = [await slotAt(monday), await slotAt(tuesday)]
  for (let turn = 0; turn < 13; turn += 1) {
    const { status, body } = await panel.choose(token, slots[turn % 2] ?? 0)
    expect([status, body.booked.is_emailed]).toEqual([200, turn < 10])
  }
  expect(await panel.emails()).toHaveLength(10)
})

test('no stranger who types the address into forms keeps an applicant from their confirmation', async () => {
  const email = 'aline@example.rw'
  const id = await createInterview(app.services, await panel.shortlisted('Aline', { email }))
  const { database, now } = app.services
  const stranger = { clientIp: '192.0.2.1' }
  for (let turn = 0; turn < 11; turn += 1) {
    await consumeEmailLimits(database, stranger, email, now())
  }
  await panel.choose(bookingToken(app.services, id), await slotAt(monday))
  expect((await panel.emails()).map(({ recipient }) => recipient)).toEqual([email])
})

test('an applicant fills no history: after thirty changes the time stays until the next day', async () => {
  const { id, token } = await panel.invited()
  const slots = [await slotAt(tuesday), await slotAt(tuesday)]
  const change = (turn: number) => panel.choose(token, slots[turn % 2] ?? 0)
  for (let turn = 0; turn < 30; turn += 1) expect((await change(turn)).status).toBe(200)
  for (const refused of [await change(30), await cancel(token)]) {
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('very often today'),
    ])
  }
  expect((await change(29)).status).toBe(200)
  expect(await panel.history(id)).toHaveLength(30)
  expect(await panel.bookings()).toMatchObject([{ slot_id: slots[1] }])
  app.advanceS(24 * 60 * 60)
  expect((await change(30)).status).toBe(200)
})

test('of forty who press at once, ten get the ten times, one each', async () => {
  const people = []
  for (let index = 0; index < 40; index += 1) people.push(await panel.invited())
  const slots: number[] = []
  for (let index = 0; index < 8; index += 1) slots.push(await slotAt(monday))
  // One that two share.
  slots.push(await slotAt(tuesday, { capacity: 2 }))
  const outcomes = await Promise.all(
    people.map(({ token }, index) =>
      panel.choose(token, slots[index % slots.length] ?? 0, `10.3.0.${index}`),
    ),
  )
  const counts = Map.groupBy(outcomes, ({ status }) => status)
  expect([counts.get(200)?.length, counts.get(409)?.length]).toEqual([10, 30])
  const booked = (await panel.bookings()).filter(({ slot_id }) => slot_id !== null)
  expect(new Set(booked.map(({ slot_id, seat }) => `${slot_id} ${seat}`)).size).toBe(10)
  expect(await panel.emails()).toHaveLength(10)
})

test('no more are booked than a slot has places, also while staff change how many these are', async () => {
  const slot = await slotAt(monday, { capacity: 3 })
  const people = [await panel.invited(), await panel.invited(), await panel.invited()]
  const responses = await Promise.all([
    ...people.map(({ token }) => panel.choose(token, slot)),
    panel.staff('PATCH', `interview-slots/${slot}/`, { capacity: 1 }),
  ])
  for (const { status } of responses) expect([200, 400, 409]).toContain(status)
  const [row] = (await panel.staff('GET', 'interview-slots/')).body.results
  expect(row.booked.length).toBeLessThanOrEqual(row.capacity)
  // The seats of those who leave go to others, whatever their numbers are.
  await panel.staff('PATCH', `interview-slots/${slot}/`, { capacity: 3 })
  for (const { token } of people) await panel.choose(token, slot)
  await cancel(people[0]?.token ?? '')
  await panel.staff('PATCH', `interview-slots/${slot}/`, { capacity: 2 })
  expect((await panel.choose(people[0]?.token ?? '', slot)).status).toBe(409)
})

test('seats are unique in the database itself', async () => {
  const slot = await slotAt(monday)
  await createInterview(app.services, await panel.shortlisted(), { slot })
  await expect(createInterview(app.services, await panel.shortlisted(), { slot })).rejects.toThrow(
    /unique/i,
  )
})

test('people who swap their times at once, a cancellation and deletions wait for no deadlock', async () => {
  const slots = [await slotAt(monday), await slotAt(tuesday), await slotAt(monday)]
  const people = [await panel.invited(), await panel.invited(), await panel.invited()]
  for (const [index, { token }] of people.entries()) await panel.choose(token, slots[index] ?? 0)
  const spare = await slotAt(tuesday)
  const responses = await Promise.all([
    panel.choose(people[0]?.token ?? '', spare),
    panel.choose(people[1]?.token ?? '', slots[0] ?? 0),
    panel.staff('POST', 'interview-slots/cancel/', { slot_ids: [slots[1], slots[2]] }),
    panel.staff('DELETE', `applications/${people[2]?.id}/`),
    panel.staff('PATCH', `interview-slots/${spare}/`, { place: 'Room 7' }),
  ])
  for (const { status } of responses) expect([200, 204, 409]).toContain(status)
  const booked = (await panel.bookings()).flatMap(({ slot_id }) => slot_id ?? [])
  expect(new Set(booked).size).toBe(booked.length)
})
