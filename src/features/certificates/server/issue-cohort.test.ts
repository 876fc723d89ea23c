import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let cohort: number
let tech_stack: string
const days = { start: '2025-10-06', end: '2026-01-09' }
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  cohort = await createCohort(app.services, { name: 'Kigali 12', ...days })
  tech_stack = await createTechStack(app.services, { name: 'React Development' })
})
afterEach(() => app[Symbol.asyncDispose]())

const accept = (changes: object = {}) =>
  createApplication(app.services, { cohort, tech_stack }, { status: 'ACCEPTED', ...changes })
const path = () => `/api/admin/certificates/cohorts/${cohort}/`
const candidates = async () => (await app.json(path(), { token })).body
const rowOf = (
  application_id: number,
  full_name = 'Aline Uwase',
  course = 'React Development',
) => ({
  application_id,
  full_name,
  course,
})
const issue = (rows: object[], changes: object = {}) =>
  app.json(path(), {
    method: 'POST',
    token,
    json: { cohort: 'Kigali 12', ...days, rows, ...changes },
  })
const stored = () =>
  app.services.database.selectFrom('certificates').selectAll().orderBy('id').execute()
const outbox = () => app.services.database.selectFrom('outbox').selectAll().orderBy('id').execute()

test('the accepted applicants are listed by name, those without a certificate first', async () => {
  const first = await accept({ first_name: 'Zoé', last_name: 'Abera' })
  const held = await accept({ first_name: 'Eric', last_name: 'Aaron', email: 'eric@example.rw' })
  await accept({ status: 'REJECTED' })
  const { id, number } = await createCertificate(app.services, {
    email: 'ERIC@example.rw',
    cohort: 'KIGALI 12',
  })
  const other = await accept({ first_name: 'Noëlla', last_name: "O'Brien" })
  const { results, ...rest } = await candidates()
  expect(rest).toMatchObject({ cohort: { id: cohort, name: 'Kigali 12' }, total_items: 3 })
  expect(results).toMatchObject([
    { id: first, full_name: 'Zoé Abera', course: 'React Development', certificate: null },
    { id: other, full_name: "Noëlla O'Brien", certificate: null },
    { id: held, full_name: 'Eric Aaron', certificate: { id, number } },
  ])
  expect((await app.json('/api/admin/certificates/cohorts/999/', { token })).status).toBe(404)
})

test('all that are sent get a certificate as it was proofread, an email and a history', async () => {
  // Certificates are numbered in the order of the emails.
  const one = await accept({ email: 'aline@example.rw' })
  const two = await accept({ email: 'noella@example.rw' })
  const three = await accept()
  const { status, body } = await issue(
    [rowOf(one, ' Aline\nUwase'), rowOf(two, "Noe\u0308lla O'Brien", 'React, advanced')],
    { issued_on: '2026-01-16' },
  )
  expect([status, body]).toMatchObject([
    200,
    {
      issued: [{ full_name: 'Aline Uwase' }, { full_name: "Noëlla O'Brien" }],
      known: [],
      failed: [],
    },
  ])
  expect(await stored()).toMatchObject([
    {
      application_id: one,
      full_name: 'Aline Uwase',
      cohort: 'Kigali 12',
      issued_day: '2026-01-16',
    },
    { application_id: two, full_name: "Noëlla O'Brien", course: 'React, advanced', version: 1 },
  ])
  expect((await outbox()).map(({ recipient }) => recipient)).toEqual(
    (await stored()).map(({ email }) => email),
  )
  const history = await app.services.database
    .selectFrom('certificate_history')
    .selectAll()
    .execute()
  expect(history).toMatchObject([
    { action: 'issued', by_name: 'Diane Keza' },
    { action: 'issued', by_name: 'Diane Keza' },
  ])
  const ids = (await stored()).map(({ id }) => id)
  const line = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'details'])
    .where('target', '=', 'certificate')
    .executeTakeFirstOrThrow()
  expect({ ...line, details: JSON.parse(line.details) }).toEqual({
    action: 'created',
    target: 'certificate',
    details: { cohort, ids },
  })
  const without = (await candidates()).results.filter(
    ({ certificate }: { certificate: unknown }) => !certificate,
  )
  expect(without).toMatchObject([{ id: three }])
})

test('who gets one anew after a revocation gets one, at whichever address, and needs none of the cohort', async () => {
  const application_id = await accept({ email: 'aline@example.rw' })
  const { body } = await issue([rowOf(application_id)])
  const [{ id: revoked_id, full_name }] = body.issued
  await app.json(`/api/admin/certificates/${revoked_id}/revoke/`, {
    method: 'POST',
    token,
    json: { reason: 'Wrong address' },
  })
  const issueAnew = (email: string) => {
    const given = { full_name, email, course: 'React Development', cohort: 'Kigali 12', ...days }
    const json = { ...given, revoked_id }
    return app.json('/api/admin/certificates/', { method: 'POST', token, json })
  }
  const both = await Promise.all([issueAnew('aline@new.example.rw'), issueAnew('aline@example.rw')])
  const [first, refused] = both.sort((a, b) => a.status - b.status)
  expect([first?.status, first?.body]).toMatchObject([201, { application_id }])
  expect([refused?.status, refused?.body]).toEqual([
    400,
    { email: ['This person has a valid certificate of this cohort already'] },
  ])
  expect((await candidates()).results).toMatchObject([{ certificate: { id: first?.body.id } }])
})

test('pressed twice, and by many at once, nobody gets two certificates or emails', async () => {
  const ids = [await accept(), await accept(), await accept()]
  const rows = ids.map((id) => rowOf(id))
  const others = { cohort: 'Printed in other words' }
  const responses = await Promise.all([
    ...Array.from({ length: 4 }, () => issue(rows)),
    ...Array.from({ length: 2 }, () => issue(rows, others)),
  ])
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(responses.filter(({ body }) => body.issued.length === 3)).toHaveLength(1)
  expect(responses.filter(({ body }) => body.known.length === 3)).toHaveLength(5)
  expect(await stored()).toHaveLength(3)
  expect(await outbox()).toHaveLength(3)
})

test('a single certificate that is issued at the same moment stays the only one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const email = `round-${round}@example.rw`
    const id = await accept({ email })
    const single = { full_name: 'Aline', email, course: 'Go', cohort: 'Kigali 12', ...days }
    const [, { status, body }] = await Promise.all([
      app.json('/api/admin/certificates/', { method: 'POST', token, json: single }),
      issue([rowOf(id)]),
    ])
    expect([status, body.issued.length + body.known.length]).toEqual([200, 1])
  }
  expect(await stored()).toHaveLength(10)
  expect(await outbox()).toHaveLength(10)
})

test('one that is issued anew while the cohort is issued stays the only valid one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await accept({ email: `round-${round}@example.rw` })
    const [{ id: revoked_id }] = (await issue([rowOf(id)])).body.issued
    const init = { method: 'POST', token }
    const revoked = `/api/admin/certificates/${revoked_id}/revoke/`
    await app.json(revoked, { ...init, json: { reason: 'Wrong address' } })
    const anew = {
      full_name: 'Aline Uwase',
      email: `new-${round}@example.rw`,
      course: 'Go',
      cohort: 'Kigali 12',
      ...days,
      revoked_id,
    }
    const [, { status, body }] = await Promise.all([
      app.json('/api/admin/certificates/', { ...init, json: anew }),
      issue([rowOf(id)]),
    ])
    expect([status, body.issued.length + body.known.length]).toEqual([200, 1])
  }
  const valid = (await stored()).filter(({ revoked_at }) => revoked_at === null)
  expect(valid).toHaveLength(10)
})

test('who is accepted no more, or of another cohort, is named and gets none', async () => {
  const rejected = await accept({ status: 'REJECTED' })
  const elsewhere = await accept({ cohort: await createCohort(app.services) })
  const id = await accept()
  const { body } = await issue([rowOf(rejected, 'Eric'), rowOf(elsewhere, 'Zoé'), rowOf(id)])
  const detail = 'This is no accepted applicant of the cohort any more.'
  expect(body.failed).toEqual([
    { id: rejected, full_name: 'Eric', detail },
    { id: elsewhere, full_name: 'Zoé', detail },
  ])
  expect(body.issued).toHaveLength(1)
  expect(await stored()).toHaveLength(1)
})

test('a cohort that goes on is refused until its last day', async () => {
  const { database } = app.services
  const id = await accept()
  const endOn = (end_day: string) => database.updateTable('cohorts').set({ end_day }).execute()
  await endOn('2026-03-03')
  expect((await candidates()).cohort).toMatchObject({ end: '2026-03-03', has_ended: false })
  expect(await issue([rowOf(id)])).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('This cohort ends on 3 Mar 2026.') },
  })
  expect([await stored(), await outbox()]).toEqual([[], []])
  await endOn('2026-03-02')
  expect((await candidates()).cohort.has_ended).toBe(true)
  expect((await issue([rowOf(id)])).body.issued).toHaveLength(1)
})

test('who was revoked can be issued a new one', async () => {
  const id = await accept()
  const [first] = (await issue([rowOf(id)])).body.issued
  await app.json(`/api/admin/certificates/${first.id}/revoke/`, {
    method: 'POST',
    token,
    json: { reason: 'Wrong name' },
  })
  expect((await candidates()).results).toMatchObject([{ id, certificate: null }])
  const { body } = await issue([rowOf(id)], { send_email: false })
  expect(body.issued).toMatchObject([{ full_name: 'Aline Uwase' }])
  expect(await stored()).toHaveLength(2)
  expect((await outbox()).map(({ subject }) => subject)).toEqual([
    'Your certificate from Huza',
    expect.stringContaining('is no longer valid'),
  ])
})

test('all invalid fields are named, and nothing is issued', async () => {
  const id = await accept()
  expect((await issue([], { cohort: '', start: 'x', end: '', issued_on: 'y' })).body).toEqual({
    cohort: ['Cohort is required'],
    start: ['Please enter a valid date'],
    end: ['End date is required'],
    issued_on: ['Please enter a valid date'],
    rows: ['Please tick at least one name'],
  })
  const rows = [rowOf(id, '李明'), rowOf(id, ' '), rowOf(id, 'Eric', '')]
  expect((await issue(rows)).body).toEqual({
    rows: [
      '李明: We cannot print Chinese letters. Please write it in Latin letters',
      'Every name is required',
      'Every course is required',
    ],
  })
  expect((await issue([rowOf(id)], { end: days.start })).body).toEqual({
    end: ['The end must be after the start'],
  })
  const many = Array.from({ length: 1_001 }, () => rowOf(id))
  expect((await issue(many)).body).toEqual({ rows: ['At most 1000 at once'] })
  cohort += 1
  expect((await issue([rowOf(id)])).status).toBe(404)
  expect(await stored()).toEqual([])
  expect(await outbox()).toEqual([])
})
