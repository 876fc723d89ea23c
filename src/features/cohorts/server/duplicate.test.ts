import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const duplicate = (id: number, as = token) =>
  app.json(`/api/admin/cohorts/${id}/duplicate/`, { method: 'POST', token: as, json: {} })

test('a cohort is repeated a month later as a draft, without applications', async () => {
  const id = await createCohort(app.services, {
    name: 'Kigali Web 12',
    status: 'full',
    limit: 30,
    short_description: '<p>Hello</p>',
    start: '2026-03-09',
    end: '2026-06-08',
    deadline: '2026-03-01',
  })
  const { status, body } = await duplicate(id)
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      name: 'Kigali Web 13',
      short_description: '<p>Hello</p>',
      status: 'draft',
      start: '2026-04-09',
      end: '2026-07-09',
      deadline: '2026-04-01',
      limit: 30,
      total_registered: 0,
      updated_at: expect.any(String),
    },
  ])
  expect((await duplicate(id)).body.name).toBe('Kigali Web 14')
  const line = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'target_id'])
    .where('target', '=', 'cohort')
    .orderBy('id')
    .executeTakeFirst()
  expect(line).toEqual({ action: 'created', target: 'cohort', target_id: String(body.id) })
})

test.each([
  ['2027-01-31', '2027-02-28'],
  ['2026-12-15', '2027-01-15'],
  ['2028-01-30', '2028-02-29'],
])('one that starts on %s starts anew on %s', async (start, expected) => {
  const id = await createCohort(app.services, { start, end: '2029-01-01', deadline: null })
  expect((await duplicate(id)).body).toMatchObject({ start: expected, deadline: null })
})

test.each([
  ['Kigali', 'Kigali 2'],
  ['Cohort 099', 'Cohort 100'],
  ["İpek's 100% Cohort_1", "İpek's 100% Cohort_ 2"],
  [`${'x'.repeat(118)}99`, `${'x'.repeat(116)} 100`],
  [`x${'😀'.repeat(59)}`, `x${'😀'.repeat(58)} 2`],
  ['12', '13'],
])('the copy of %s is called %s', async (name, expected) => {
  const id = await createCohort(app.services, { name })
  expect((await duplicate(id)).body.name).toBe(expected)
})

test('a second copy of a long name has a name of its own', async () => {
  const id = await createCohort(app.services, { name: 'x'.repeat(120) })
  expect([(await duplicate(id)).body.name, (await duplicate(id)).body.name]).toEqual([
    `${'x'.repeat(118)} 2`,
    `${'x'.repeat(118)} 3`,
  ])
})

test('a deadline with a time keeps its time', async () => {
  const id = await createCohort(app.services, {
    start: '2026-03-09',
    end: '2026-06-08',
    deadline: '2026-03-01T17:00:00+02:00',
  })
  expect((await duplicate(id)).body.deadline).toBe('2026-04-01T15:00:00.000Z')
})

test('a copy has the emails of its own cohort, also those that are switched off', async () => {
  const id = await createCohort(app.services)
  const path = (cohort: number) => `/api/admin/cohorts/${cohort}/emails/`
  const emails = { REJECTED: { ...defaultStatusEmails.REJECTED, is_sent: false } }
  const saved = await app.json(path(id), { method: 'PATCH', token, json: { emails } })
  expect(saved.status).toBe(200)
  const copy = await app.json(path((await duplicate(id)).body.id), { token })
  expect(copy.body.emails).toEqual(saved.body.emails)
  expect(copy.body.emails.REJECTED.is_sent).toBe(false)
})

test('what is gone is no longer repeated, and editors repeat nothing', async () => {
  expect((await duplicate(999)).status).toBe(404)
  const id = await createCohort(app.services)
  expect((await duplicate(id, await app.signIn('EDITOR'))).status).toBe(403)
  expect(await app.services.database.selectFrom('cohorts').selectAll().execute()).toHaveLength(1)
})
