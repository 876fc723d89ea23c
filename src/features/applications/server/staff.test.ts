import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { resumePdf } from '#seed/resume-pdf.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'

let app: TestApp
let token: string
let target: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  target = await createCohortAndStack(app)
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Partial<NewApplication> = {}) =>
  createApplication(app.services, target, overrides)
const get = (path: string) => app.json(`/api${path}`, { token })
const list = async (query: string) => (await get(`/website/application/?${query}`)).body
const names = async (query: string) =>
  (await list(query)).results.map((row: { first_name: string }) => row.first_name)
const changeStatus = (id: number, json: unknown) =>
  app.json(`/api/website/application/${id}/change-status/`, { method: 'POST', token, json })
const changeStatuses = (json: unknown) =>
  app.json('/api/admin/applications/batch-status/', { method: 'PATCH', token, json })
const registered = async () =>
  (await app.json('/api/website/cohorts/')).body.results[0].total_registered

test('the list is paged, newest first, and a page past the end is empty', async () => {
  for (const first_name of ['First', 'Second', 'Third']) {
    app.advanceS(60)
    await create({ first_name })
  }
  expect(await list('page_size=2')).toMatchObject({
    total_items: 3,
    total_pages: 2,
    current_page: 1,
  })
  expect(await names('page_size=2')).toEqual(['Third', 'Second'])
  expect(await names('page_size=2&page=2')).toEqual(['First'])
  expect(await list('page=9')).toMatchObject({ results: [], total_items: 3, current_page: 9 })
})

test('each filter shows exactly the matches, and filters combine', async () => {
  const other = await createCohort(app.services)
  await create({ first_name: 'Aline', status: 'SHORTLISTED', gender: 'FEMALE', level: 'ADVANCED' })
  await create({ first_name: 'Éric', last_name: "N'Diaye", gender: 'MALE', cohort: other })
  expect(await names('status=shortlisted')).toEqual(['Aline'])
  expect(await names('gender=MALE')).toEqual(['Éric'])
  expect(await names('level=ADVANCED')).toEqual(['Aline'])
  expect(await names(`cohort_id=${other}`)).toEqual(['Éric'])
  expect(await names('tech_stack_id=python-backend&gender=FEMALE')).toEqual(['Aline'])
  expect(await names('tech_stack_id=react-js')).toEqual([])
  expect(await names("search_query=eric%20n'diaye")).toEqual(['Éric'])
  expect(await names('search_query=100%25')).toEqual([])
  expect(await names('search_query=_')).toEqual([])
  expect(await names('search_query=&status=&cohort_id=')).toHaveLength(2)
})

test('filters by day use the days of Kigali', async () => {
  await create({ first_name: 'Late', created_at: '2026-03-01T21:59:59.000Z' })
  await create({ first_name: 'Early', created_at: '2026-03-01T22:00:00.000Z' })
  expect(await names('created_from=2026-03-02')).toEqual(['Early'])
  expect(await names('created_to=2026-03-01')).toEqual(['Late'])
})

test.each([
  ['name', ['Béatrice', 'Aline', 'Zoé']],
  ['-name', ['Zoé', 'Aline', 'Béatrice']],
  ['created_at', ['Zoé', 'Aline', 'Béatrice']],
])('ordered by %s', async (ordering, expected) => {
  for (const [first_name, last_name] of [
    ['Zoé', 'Uwera'],
    ['Aline', 'Mutesi'],
    ['Béatrice', 'Kayitesi'],
  ] as const) {
    app.advanceS(1)
    await create({ first_name, last_name })
  }
  expect(await names(`ordering=${ordering}`)).toEqual(expected)
})

test.each([
  'status=WRONG',
  'page=0',
  'page_size=101',
  'cohort_id=x',
  'created_from=2026-13-01',
  'ordering=email',
])('%s is refused by field', async (query) => {
  const { status, body } = await get(`/website/application/?${query}`)
  expect(status).toBe(400)
  expect(Object.keys(body)).toEqual([query.split('=')[0]])
})

test('an application shows all its fields and the history of its status', async () => {
  const id = await create()
  app.advanceS(600)
  await changeStatus(id, { status: 'shortlisted', notes: 'Strong project work' })
  const { body } = await get(`/website/application/${id}/`)
  expect(body).toMatchObject({
    identification: '1200170012345678',
    cohort_name: 'Kigali Cohort',
    tech_stack_name: 'Python Backend Development',
    resume: { name: 'aline-uwase-resume.pdf', type: 'application/pdf' },
    status: 'SHORTLISTED',
  })
  expect(body.history).toMatchObject([
    {
      from_status: 'PENDING',
      to_status: 'SHORTLISTED',
      notes: 'Strong project work',
      by: 'Diane Keza',
      created_at: '2026-03-02T08:10:00.000Z',
    },
    { from_status: null, to_status: 'PENDING', by: '' },
  ])
  expect((await get('/website/application/999/')).status).toBe(404)
})

test('a concurrent status change is not overwritten', async () => {
  const id = await create()
  await changeStatus(id, { status: 'ACCEPTED' })
  const late = await changeStatus(id, { status: 'REJECTED', expected_status: 'PENDING' })
  expect(late.status).toBe(409)
  expect(late.body.detail).toContain('ACCEPTED')
  expect((await get(`/website/application/${id}/`)).body.status).toBe('ACCEPTED')
})

test('setting the same status changes nothing but adds the note', async () => {
  const id = await create()
  expect((await changeStatus(id, { status: 'PENDING' })).body.history).toHaveLength(1)
  expect(
    (await changeStatus(id, { status: 'PENDING', notes: 'Called twice' })).body.history,
  ).toHaveLength(2)
})

test('rejecting and withdrawing release the spot, and reversing takes one if there is one left', async () => {
  const full = await createCohort(app.services, { limit: 1, deadline: '2026-03-20' })
  const first = await create({ cohort: full })
  expect(await registered()).toBe(1)
  await changeStatus(first, { status: 'REJECTED' })
  expect(await registered()).toBe(0)
  await changeStatus(first, { status: 'WITHDRAWN' })
  expect(await registered()).toBe(0)
  await create({ cohort: full })
  const back = await changeStatus(first, { status: 'ACCEPTED' })
  expect(back.status).toBe(409)
  expect(back.body.detail).toContain('full')
  expect(await registered()).toBe(1)
})

test('a batch reports the outcome of each id and continues after a failure', async () => {
  const [one, two] = [await create(), await create()]
  const { status, body } = await changeStatuses({
    application_ids: [one, 999, two, one],
    status: 'REVIEWING',
    notes: 'First look',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    batch: expect.any(Number),
    succeeded: [one, two],
    failed: [{ id: 999, detail: 'This application was not found. It may have been deleted.' }],
  })
  expect((await list('status=REVIEWING')).total_items).toBe(2)
})

test.each([
  [{ application_ids: [], status: 'REVIEWING' }, 'application_ids'],
  [{ application_ids: Array(501).fill(1), status: 'REVIEWING' }, 'application_ids'],
  [{ application_ids: [1], status: 'DONE' }, 'status'],
  [{ application_ids: [1], status: 'REVIEWING', notes: 'x'.repeat(2001) }, 'notes'],
])('an invalid batch is refused by field (%#)', async (json, field) => {
  const { status, body } = await changeStatuses(json)
  expect(status).toBe(400)
  expect(Object.keys(body)).toEqual([field])
})

test('twenty concurrent status changes keep the count correct', async () => {
  const id = await create()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      changeStatus(id, { status: index % 2 ? 'REJECTED' : 'ACCEPTED' }),
    ),
  )
  const { status } = (await get(`/website/application/${id}/`)).body
  expect(await registered()).toBe(status === 'REJECTED' ? 0 : 1)
})

test('neighbours follow the filters and the order of the list', async () => {
  const ids: number[] = []
  for (const gender of ['FEMALE', 'MALE', 'FEMALE', 'FEMALE'] as const) {
    app.advanceS(1)
    ids.push(await create({ gender }))
  }
  const [oldest, , middle, newest] = ids
  const neighbours = async (id: number | undefined, query: string) =>
    (await get(`/admin/applications/${id}/neighbours/?${query}`)).body
  expect(await neighbours(middle, 'gender=FEMALE')).toMatchObject({
    previous: newest,
    next: oldest,
  })
  expect(await neighbours(newest, 'gender=FEMALE')).toMatchObject({ previous: null, next: middle })
  expect(await neighbours(middle, 'ordering=created_at')).toMatchObject({
    previous: ids[1],
    next: newest,
  })
})

test('a resume is always a download, never rendered by browsers', async () => {
  const id = await create()
  const response = await app.request(`/api/admin/applications/${id}/resume/`, { token })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="aline-uwase-resume.pdf"; filename*=UTF-8''aline-uwase-resume.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
  })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(
    resumePdf(['Aline Uwase', 'Kigali, Rwanda']),
  )
})

test('deleting removes the application and its history, and releases the spot; its file waits in the trash', async () => {
  const id = await create()
  const { key } = await app.services.database
    .selectFrom('files')
    .select('key')
    .executeTakeFirstOrThrow()
  const response = await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  expect(response.status).toBe(204)
  expect((await get(`/website/application/${id}/`)).status).toBe(404)
  expect(await app.services.storage.exists(key)).toBe(true)
  const history = app.services.database.selectFrom('application_history').selectAll()
  expect(await history.execute()).toEqual([])
  expect(await registered()).toBe(0)
  expect(
    (await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })).status,
  ).toBe(404)
})

test('an id in the body cannot override the one in the URL', async () => {
  const [one, two] = [await create(), await create()]
  const { status, body } = await changeStatus(one, { id: two, status: 'REJECTED' })
  expect([status, body]).toEqual([400, { id: ['The id must be the one in the URL'] }])
  expect((await list('status=REJECTED')).total_items).toBe(0)
})

test.each([
  '0788748303',
  '788 748 303',
  '(0788) 748303',
  '+250 788-748-303',
  '250788748303',
  '748303',
  'uwase 0788.748.303',
  '722000111',
  '1200270000000101',
])('a number is found however it was typed: %s', async (search) => {
  await create({ first_name: 'Other', phone_number: '+250788000000' })
  for (const [index, phone_number] of [
    '(0788) 748303',
    '+250 788 748 303',
    '788-748-303',
  ].entries()) {
    const more = { other_phone_number: '+250 722-000-111', identification: '1200270000000101' }
    await create({ first_name: `Typed${index}`, last_name: 'Uwase', phone_number, ...more })
  }
  expect((await names(`search_query=${encodeURIComponent(search)}`)).sort()).toEqual([
    'Typed0',
    'Typed1',
    'Typed2',
  ])
})

test('a search finds parts of words, whatever quotes or signs are in them, also after a change', async () => {
  const id = await create({
    first_name: 'Jean "Jado"',
    last_name: "O'Neil*",
    email: 'j.ado_x@ex.rw',
  })
  for (const search of ['"jado"', "o'ne", 'il*', 'do_x@', 'ean', 'neil and']) {
    const found = search === 'neil and' ? [] : ['Jean "Jado"']
    expect(await names(`search_query=${encodeURIComponent(search)}`), search).toEqual(found)
  }
  const { database } = app.services
  await database.deleteFrom('resume_texts').execute()
  await database.updateTable('applications').set({ search_text: 'renamed' }).execute()
  expect(await names('search_query=jado')).toEqual([])
  expect(await names('search_query=renam')).toHaveLength(1)
  await app.request(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  expect(await names('search_query=renam')).toEqual([])
})
