import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOldInterviews } from '#features/interviews/server/slots.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createInterview, createSlot } from '#seed/factories/interviews.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const right = { name: 'Huye 1', status: 'open', start: '2026-05-04', end: '2026-08-03', limit: 20 }
const create = (json: unknown) => app.json('/api/admin/cohorts/', { method: 'POST', token, json })
const update = (id: number, json: unknown) =>
  app.json(`/api/admin/cohorts/${id}/`, { method: 'PATCH', token, json })
const names = async (query = '', asStaff = false) => {
  const { body } = await app.json(`/api/website/cohorts/?${query}`, asStaff ? { token } : {})
  return body.results.map((cohort: { name: string }) => cohort.name)
}
const storedStatuses = () => app.services.database.selectFrom('cohorts').select('status').execute()

test('visitors see cohorts sorted by deadline, in pages of two, without drafts', async () => {
  await createCohort(app.services, { name: 'Late', deadline: '2026-04-20' })
  await createCohort(app.services, { name: 'Soon', deadline: '2026-03-10' })
  await createCohort(app.services, {
    name: 'Undated',
    deadline: null,
    start: '2026-04-01',
    end: '2026-07-01',
  })
  await createCohort(app.services, { name: 'Secret', status: 'draft' })
  expect(await names('page=1&page_size=2')).toEqual(['Soon', 'Undated'])
  expect(await names('page=2&page_size=2')).toEqual(['Late'])
  const { body } = await app.json('/api/website/cohorts')
  expect(body).toMatchObject({ total_items: 3, total_pages: 1, current_page: 1 })
})

test('a cohort past its deadline is shown until it starts', async () => {
  const days = { deadline: '2026-02-20', start: '2026-03-10', end: '2026-06-10' }
  await createCohort(app.services, { name: 'Closing', ...days })
  expect(await names()).toEqual(['Closing'])
  app.setNow('2026-03-10T08:00:00Z')
  expect(await names()).toEqual([])
  token = await app.signIn('RECRUITER')
  expect(await names('status=all', true)).toEqual(['Closing'])
})

test('an open cohort without a spot left has the status full', async () => {
  const tech_stack = await createTechStack(app.services)
  const cohort = await createCohort(app.services, { limit: 1 })
  await createApplication(app.services, { cohort, tech_stack })
  const { body } = await app.json('/api/website/cohorts/')
  expect(body.results[0]).toMatchObject({ status: 'full', limit: 1, total_registered: 1 })
  expect(await names('status=full', true)).toHaveLength(1)
  expect(await names('status=open', true)).toHaveLength(0)
})

test('editing another field of a full cohort does not store that it is full', async () => {
  const tech_stack = await createTechStack(app.services)
  const cohort = await createCohort(app.services, { limit: 1 })
  await createApplication(app.services, { cohort, tech_stack })
  expect((await update(cohort, { name: 'Huye 2' })).body).toMatchObject({ status: 'full' })
  expect(await storedStatuses()).toEqual([{ status: 'open' }])
  expect((await update(cohort, { limit: 2 })).body).toMatchObject({
    name: 'Huye 2',
    status: 'open',
  })
})

test('staff see drafts, search by name without accents, filter and sort', async () => {
  await createCohort(app.services, { name: 'Été à Huye', status: 'draft', limit: 5 })
  await createCohort(app.services, { name: 'Kigali', limit: 50 })
  expect(await names('status=all', true)).toHaveLength(2)
  expect(await names('search=ete%20a', true)).toEqual(['Été à Huye'])
  expect(await names('status=draft', true)).toEqual(['Été à Huye'])
  expect(await names('ordering=-limit', true)).toEqual(['Kigali', 'Été à Huye'])
})

test('the case of a status means nothing', async () => {
  const { status, body } = await create({ ...right, status: 'OPEN' })
  expect([status, body.status]).toEqual([201, 'open'])
  expect((await update(body.id, { status: 'Draft' })).body.status).toBe('draft')
  expect(await names('status=DRAFT', true)).toEqual(['Huye 1'])
})

test('the HTML of a cohort is sanitized', async () => {
  const { status, body } = await create({
    ...right,
    short_description: '<p onclick="x()">Hello <script>alert(1)</script><b>there</b></p>',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'Huye 1', deadline: null, total_registered: 0 })
  expect(body.short_description).toBe('<p>Hello <b>there</b></p>')
})

test('a text with elements too deep in one another is refused at its field', async () => {
  const refused = {
    short_description: [expect.stringMatching(/^Elements may lie at most 100 deep/)],
  }
  const short_description = '<b>'.repeat(1_600)
  expect(await create({ ...right, short_description })).toMatchObject({
    status: 400,
    body: refused,
  })
  const { id } = (await create(right)).body
  expect(await update(id, { short_description })).toMatchObject({ status: 400, body: refused })
  const deep = `${'<b>'.repeat(100)}Hi${'</b>'.repeat(100)}`
  expect((await update(id, { short_description: deep })).status).toBe(200)
})

test('all invalid fields of a cohort are named at once', async () => {
  const { status, body } = await create({
    name: ' ',
    status: 'ajar',
    start: 'soon',
    limit: 0,
    deadline: '31/12',
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    name: ['Name is required'],
    status: ['Please choose a status'],
    start: ['Please enter a valid date'],
    end: ['End date is required'],
    limit: ['Limit must be at least 1'],
    deadline: ['Please enter a valid date'],
  })
})

test('the dates and the text of a cohort are refused together with all else', async () => {
  const { id } = (await create(right)).body
  const short_description = '<b>'.repeat(1_600)
  const refused = {
    short_description: [expect.stringMatching(/^Elements may lie at most 100 deep/)],
    end: ['The end must be after the start'],
  }
  const wrong = { end: '2026-05-03', short_description }
  const limit = ['Limit must be at least 1']
  expect((await create({ ...right, ...wrong })).body).toEqual(refused)
  expect((await create({ ...right, ...wrong, limit: 0 })).body).toEqual({ ...refused, limit })
  expect((await update(id, wrong)).body).toEqual(refused)
  expect((await update(id, { ...wrong, limit: 0 })).body).toEqual({ ...refused, limit })
  // Nothing is said of the stored start, where another one was meant.
  expect((await update(id, { end: '2026-05-03', start: 'soon' })).body).toEqual({
    start: ['Please enter a valid date'],
  })
})

test('a cohort must end after it starts, also after a change', async () => {
  expect((await create({ ...right, end: right.start })).body).toEqual({
    end: ['The end must be after the start'],
  })
  const { body } = await create(right)
  const changed = await update(body.id, { start: '2026-12-01' })
  expect([changed.status, changed.body]).toEqual([
    400,
    { end: ['The end must be after the start'] },
  ])
})

test('a change keeps the other fields, and moves the closing time with the deadline', async () => {
  const { body } = await create({ ...right, deadline: '2026-03-01' })
  const changed = await update(body.id, { deadline: '2026-04-01', limit: 30 })
  expect(changed.body).toMatchObject({ ...right, deadline: '2026-04-01', limit: 30 })
  const row = await app.services.database
    .selectFrom('cohorts')
    .select('closes_at')
    .executeTakeFirstOrThrow()
  expect(row.closes_at).toBe('2026-04-01T22:00:00.000Z')
  expect((await update(body.id, { deadline: '' })).body.deadline).toBeNull()
  expect((await update(999, { limit: 1 })).status).toBe(404)
})

test('a cohort with applications is not deleted, one without is', async () => {
  const tech_stack = await createTechStack(app.services)
  const used = await createCohort(app.services)
  const unused = await createCohort(app.services)
  await createApplication(app.services, { cohort: used, tech_stack })
  const remove = (id: number) => app.json(`/api/admin/cohorts/${id}/`, { method: 'DELETE', token })
  expect((await remove(used)).status).toBe(409)
  expect((await remove(unused)).status).toBe(204)
  expect((await remove(unused)).status).toBe(404)
})

test('a cohort in which applicants of another one were interviewed is deleted after the interviews', async () => {
  const { services } = app
  const parents = {
    cohort: await createCohort(services),
    tech_stack: await createTechStack(services),
  }
  const id = await createApplication(services, parents)
  const slot = await createSlot(services, { cohort: parents.cohort })
  await createInterview(services, id, { slot, outcome: 'DONE' })
  app.advanceS(3 * 86_400)
  const staff = async (method: string, path: string, json?: object) =>
    app.json(`/api/admin/${path}`, {
      method,
      token: await app.signIn('RECRUITER'),
      ...(json && { json }),
    })
  const cohort = await createCohort(services)
  await staff('PATCH', 'applications/batch-move/', { application_ids: [id], cohort })
  const refused = await staff('DELETE', `cohorts/${parents.cohort}/`)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Applicants who are in another cohort now were interviewed in this one. Close it instead: it can be deleted 90 days after the last of these interviews.',
  ])
  expect((await staff('GET', `interviews/${id}/`)).body).toMatchObject({
    interview: { state: 'DONE', slot: { id: slot } },
  })
  app.advanceS(90 * 86_400)
  await removeOldInterviews(services)
  expect((await staff('DELETE', `cohorts/${parents.cohort}/`)).status).toBe(204)
})

test('concurrent changes to different fields are all kept', async () => {
  const id = await createCohort(app.services)
  for (let round = 1; round <= 10; round += 1) {
    const given = { name: `Cohort ${round}`, limit: 100 + round, deadline: `2026-04-${10 + round}` }
    const responses = await Promise.all(
      Object.entries(given).map(([field, value]) => update(id, { [field]: value })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await app.json('/api/website/cohorts/')
    expect(body.results[0]).toMatchObject(given)
  }
})

test('of two edits of the same cohort the second is refused, told when, and shown what stands', async () => {
  const id = await createCohort(app.services, { name: 'As both saw it' })
  const { body: seen } = await update(id, {})
  const expected_updated_at = seen.updated_at
  const responses = await Promise.all(
    ['First', 'Second'].map((name) => update(id, { name, expected_updated_at })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const saved = responses.find(({ status }) => status === 200)?.body
  const refused = responses.find(({ status }) => status === 409)?.body
  expect(refused.detail).toMatch(
    /^This was changed at \d+ \w+ 2026, \d\d:\d\d by [\w ]+ \(name\)\./,
  )
  expect(refused.current).toEqual(saved)
  const again = await update(id, { name: 'Mine', expected_updated_at: refused.current.updated_at })
  expect([again.status, again.body.name]).toEqual([200, 'Mine'])
})

test('an edit that names no version, or the one that stands in another form, is saved', async () => {
  const id = await createCohort(app.services)
  const { body: seen } = await update(id, { name: 'One' })
  const written = seen.updated_at.replace('Z', '+00:00')
  expect((await update(id, { name: 'Two', expected_updated_at: written })).status).toBe(200)
  expect((await update(id, { name: 'Three' })).status).toBe(200)
  const wrong = await update(id, { name: 'Four', expected_updated_at: 'yesterday' })
  expect(wrong.body).toEqual({ expected_updated_at: ['Please send the updated_at of the row'] })
})

test('an application leaves the version of its cohort as it is', async () => {
  const cohort = await createCohort(app.services)
  const { body: seen } = await update(cohort, {})
  const tech_stack = await createTechStack(app.services)
  await createApplication(app.services, { cohort, tech_stack })
  const { status } = await update(cohort, { limit: 9, expected_updated_at: seen.updated_at })
  expect(status).toBe(200)
})

test('a cohort and its last application deleted at once leave no failure', async () => {
  const techStack = await createTechStack(app.services)
  for (let round = 0; round < 20; round += 1) {
    const cohort = await createCohort(app.services)
    const parents = { cohort, tech_stack: techStack }
    const application = await createApplication(app.services, parents)
    const remove = (path: string) => app.json(`/api/admin/${path}/`, { method: 'DELETE', token })
    const [first, second] = await Promise.all([
      remove(`applications/${application}`),
      remove(`cohorts/${cohort}`),
    ])
    expect(first.status).toBe(204)
    expect([204, 409]).toContain(second.status)
  }
})
