import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInterview } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { prepareInterviews } from '#testing/interviews.ts'

let app: TestApp
let panel: Awaited<ReturnType<typeof prepareInterviews>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  panel = await prepareInterviews(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const names = async (query: string) =>
  (await panel.staff('GET', `interviews/?${query}`)).body.results.map(
    ({ first_name }: { first_name: string }) => first_name,
  )
const past = '2026-03-01T08:00:00.000Z'

test('the list tells who has chosen a time and who has not, by cohort, state, name and order', async () => {
  await panel.invited('Irène')
  app.advanceS(1)
  const booked = await panel.shortlisted("N'Golo")
  await createInterview(app.services, booked, { slot: await panel.createSlot() })
  app.advanceS(1)
  const absent = await panel.shortlisted('Zawadi')
  await createInterview(app.services, absent, {
    slot: await panel.createSlot({ starts_at: past }),
    outcome: 'NO_SHOW',
    note: 'No answer',
  })
  expect(await names('')).toEqual(['Zawadi', "N'Golo", 'Irène'])
  expect(await names('state=INVITED')).toEqual(['Irène'])
  expect(await names('state=BOOKED,NO_SHOW&ordering=time')).toEqual(['Zawadi', "N'Golo"])
  expect(await names('ordering=time')).toEqual(['Zawadi', "N'Golo", 'Irène'])
  expect(await names('ordering=-time')).toEqual(["N'Golo", 'Zawadi', 'Irène'])
  expect(await names('search=irene')).toEqual(['Irène'])
  expect(await names(`cohort_id=${await panel.otherCohort()}`)).toEqual([])
  expect(await names('page=2&page_size=2')).toEqual(['Irène'])
  const { body } = await panel.staff('GET', `interviews/${absent}/`)
  expect(body.interview).toMatchObject({
    id: absent,
    state: 'NO_SHOW',
    note: 'No answer',
    invited_by: 'Administrator',
    slot: { starts_at: past, place: 'Room 2', panel_names: [] },
  })
  const uninvited = await panel.shortlisted('Eric')
  expect((await panel.staff('GET', `interviews/${uninvited}/`)).body).toEqual({ interview: null })
  expect((await panel.staff('GET', `interview-summary/?cohort_id=${panel.cohort}`)).body).toEqual({
    uninvited: 1,
    waiting: 1,
    booked: 1,
    free: 0,
  })
  expect((await panel.staff('GET', 'interviews/?state=GONE')).status).toBe(400)
})

test('the lists that the counts of the summary lead to have what they count', async () => {
  const { database } = app.services
  const setApplications = (ids: number[], changes: object) =>
    database.updateTable('applications').set(changes).where('id', 'in', ids).execute()
  const invited = async (name: string) => (await panel.invited(name)).id
  const uninvited = [await panel.shortlisted('Uninvited'), await panel.shortlisted('In line')]
  const open = [await invited('To choose'), await invited('Rejected'), await invited('Waiting')]
  await setApplications([uninvited[1] ?? 0, open[2] ?? 0], { waiting_since: past })
  await setApplications([open[1] ?? 0], { status: 'REJECTED' })
  const underWay = { starts_at: '2026-03-02T07:50:00.000Z', capacity: 2 }
  for (const [name, times, outcome] of [
    ['To come', {}, ''],
    ['Held just now', underWay, 'DONE'],
    ['Never noted', { starts_at: past }, ''],
  ] as const) {
    const id = await panel.shortlisted(name)
    await createInterview(app.services, id, { slot: await panel.createSlot(times), outcome })
  }
  const free = await panel.createSlot({ capacity: 3 })
  expect((await panel.staff('GET', 'interview-summary/')).body).toEqual({
    uninvited: 1,
    waiting: 1,
    booked: 2,
    free: 3,
  })
  const namesIn = async (list: string) => {
    const { body } = await app.json(`/api/${list}`, { token: await app.signIn('RECRUITER') })
    return body.results.map(({ first_name }: { first_name: string }) => first_name)
  }
  const shortlist = 'website/application/?status=SHORTLISTED&is_waiting=false'
  expect(await namesIn(`${shortlist}&is_invited=false`)).toEqual(['Uninvited'])
  expect(await names('can_choose=true')).toEqual(['To choose'])
  expect(await names('when=upcoming&ordering=time')).toEqual(['Held just now', 'To come'])
  const slots = 'interview-slots/?when=upcoming&is_free=true'
  const { results } = (await panel.staff('GET', slots)).body
  expect(results.map(({ id }: { id: number }) => id)).toEqual([free])
  expect(await names('when=past')).toEqual(['Never noted'])
  expect(await names('can_choose=false&ordering=name')).toHaveLength(5)
  expect((await panel.staff('GET', 'interviews/?when=x&can_choose=x')).body).toEqual({
    when: [expect.any(String)],
    can_choose: [expect.any(String)],
  })
})

test('the list leaves out whoever is rejected or withdrawn, who are not to be booked', async () => {
  const statuses = ['SHORTLISTED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'REVIEWING']
  for (const status of statuses) {
    const { id } = await panel.invited(status)
    await app.services.database
      .updateTable('applications')
      .set({ status })
      .where('id', '=', id)
      .execute()
    app.advanceS(1)
  }
  const open = 'state=INVITED&ordering=invited_at&is_closed=false'
  expect(await names(open)).toEqual(['SHORTLISTED', 'ACCEPTED', 'REVIEWING'])
  expect(await names(`${open}&page=2&page_size=2`)).toEqual(['REVIEWING'])
  expect(await names('is_closed=true&ordering=invited_at')).toEqual(['REJECTED', 'WITHDRAWN'])
  expect((await panel.staff('GET', 'interviews/?is_closed=x')).body).toHaveProperty('is_closed')
})

test('who waits for a spot is neither to be invited nor to choose a time', async () => {
  const ids = [(await panel.invited('Irène')).id, await panel.shortlisted('Eric')]
  await app.services.database
    .updateTable('applications')
    .set({ waiting_since: past })
    .where('id', 'in', ids)
    .execute()
  expect((await panel.staff('GET', 'interview-summary/')).body).toMatchObject({
    uninvited: 0,
    waiting: 0,
  })
})

test('very many free times are counted, without those that are booked', async () => {
  const first = await panel.createSlot({ capacity: 2 })
  await createInterview(app.services, await panel.shortlisted(), { slot: first })
  await sql`insert into interview_slots
      (cohort_id, starts_at, ends_at, place, link, capacity, created_at, updated_at)
    with recursive numbers (number) as (
      select 1 union all select number + 1 from numbers where number < 70000
    )
    select cohort_id, starts_at, ends_at, place, link, 1, created_at, updated_at
    from interview_slots cross join numbers`.execute(app.services.database)
  expect((await panel.staff('GET', 'interview-summary/')).body).toMatchObject({
    booked: 1,
    free: 70_001,
  })
})

test('the export has headings that people read, real dates and the names of the panel', async () => {
  const time = await panel.createSlot({ panel: [panel.user.id] })
  await createInterview(app.services, await panel.shortlisted('=Aline'), { slot: time })
  const json = { state: ['BOOKED'], search: 'aline' }
  const { body, headers } = await panel.staff('POST', 'interviews/export/', json)
  expect(headers.get('content-disposition')).toContain('interviews-2026-03-02.csv')
  const [head, row] = body.replace('\ufeff', '').split('\r\n')
  expect(head).toMatch(/^Application,First name,.*,Interview,Start,End,Place,Link,Panel,Note/)
  expect(row).toContain("'=Aline")
  expect(row).toMatch(/Booked,2026-03-04 10:00(:00)?,2026-03-04 10:30(:00)?,Room 2,,Diane Keza/)
  expect((await panel.audit()).at(-1)).toMatchObject({
    action: 'exported',
    details: { format: 'csv', filters: { is_searched: true } },
  })
})
