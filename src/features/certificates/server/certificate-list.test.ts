import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCertificate } from '#seed/factories/certificates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const path = (id: number, action = '') => `/api/admin/certificates/${id}/${action}`
const post = (url: string, json: object = {}) => app.json(url, { method: 'POST', token, json })
const revoke = (id: number, json: object = { reason: 'Issued by mistake' }) =>
  post(path(id, 'revoke/'), json)

test('the list is filtered and sorted, and exported so', async () => {
  await createCertificate(app.services, { full_name: 'İpek Demir', cohort: 'A', course: 'Go' })
  const { id } = await createCertificate(app.services, {
    full_name: 'Eric Mugisha',
    cohort: 'B',
    course: 'Go',
    issued_on: '2026-02-01',
  })
  await createCertificate(app.services, {
    full_name: 'Zoé Uwera',
    email: 'zoe@example.rw',
    cohort: 'B',
    course: 'Java',
  })
  await revoke(id, { reason: 'Wrong course', send_email: false })
  const names = async (query: string) =>
    (await app.json(`/api/admin/certificates/?${query}`, { token })).body.results.map(
      ({ full_name }: { full_name: string }) => full_name,
    )
  expect(await names('ordering=name')).toEqual(['Eric Mugisha', 'İpek Demir', 'Zoé Uwera'])
  expect(await names('status=revoked')).toEqual(['Eric Mugisha'])
  expect(await names('status=VALID&cohort=B')).toEqual(['Zoé Uwera'])
  expect(await names('cohort[]=A&cohort[]=B&course=Java')).toEqual(['Zoé Uwera'])
  expect(await names('cohort=A,B')).toEqual([])
  expect(await names('course=Go&ordering=-name')).toEqual(['İpek Demir', 'Eric Mugisha'])
  expect(await names('issued_from=2026-02-01&issued_to=2026-02-01')).toEqual(['Eric Mugisha'])
  expect(await names('search=ipek')).toEqual(['İpek Demir'])
  expect((await app.json('/api/admin/certificates/facets/', { token })).body).toEqual({
    cohorts: ['A', 'B'],
    courses: ['Go', 'Java'],
  })
  for (const [cohort, course] of [
    ['É', 'iOS'],
    ['e', 'Élixir'],
    ['F', 'Scala'],
  ] as const) {
    await createCertificate(app.services, { cohort, course, email: `${cohort}@example.rw` })
  }
  expect((await app.json('/api/admin/certificates/facets/', { token })).body).toEqual({
    cohorts: ['A', 'B', 'e', 'É', 'F'],
    courses: ['Élixir', 'Go', 'iOS', 'Java', 'Scala'],
  })
  const wrong = await app.json('/api/admin/certificates/?status=odd&issued_from=x&ordering=y', {
    token,
  })
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([
    400,
    ['status', 'issued_from', 'ordering'],
  ])
  const json = { course: 'Go', search: 'i', ordering: 'name' }
  const response = await app.request('/api/admin/certificates/export/', {
    method: 'POST',
    token,
    json,
  })
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Eric Mugisha')
  expect(lines[1]).toContain('Wrong course')
  const { details } = await app.services.database
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'exported')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toEqual({
    format: 'csv',
    filters: { course: ['Go'], is_searched: true },
  })
})
