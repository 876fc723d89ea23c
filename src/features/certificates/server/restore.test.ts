import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
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
  token = await app.signIn('RECRUITER')
  cohort = await createCohort(app.services, days)
  tech_stack = await createTechStack(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const accept = (email: string) =>
  createApplication(app.services, { cohort, tech_stack }, { status: 'ACCEPTED', email })
const post = (path: string, json: object = {}) =>
  app.json(`/api/admin/${path}`, { method: 'POST', token, json })
const issue = (application_id: number, changes: object = {}) => {
  const rows = [{ application_id, full_name: 'Aline Uwase', course: 'Go' }]
  const json = { cohort: 'Kigali 12', ...days, send_email: false, rows, ...changes }
  return post(`certificates/cohorts/${cohort}/`, json)
}
/** @returns the id of its entry of the trash */
async function remove(id: number): Promise<number> {
  await app.json(`/api/admin/certificates/${id}/`, { method: 'DELETE', token })
  const { body } = await app.json('/api/admin/trash/', { token })
  return body.results[0].id
}
const restore = (entry: number) => post(`trash/${entry}/restore/`)
const countValid = async () => {
  const rows = app.services.database.selectFrom('certificates').where('revoked_at', 'is', null)
  return (await rows.select('id').execute()).length
}
const refused = {
  email: ['They have another valid certificate of this cohort now. Revoke that first.'],
}

test('a certificate is not restored beside another valid one for the same application', async () => {
  const application = await accept('aline@example.rw')
  const [first] = (await issue(application)).body.issued
  const entry = await remove(first.id)
  const [second] = (await issue(application, { cohort: 'Printed in other words' })).body.issued
  const { status, body } = await restore(entry)
  expect([status, body]).toMatchObject([409, refused])
  expect(await countValid()).toBe(1)
  await post(`certificates/${second.id}/revoke/`, { reason: 'Wrong cohort' })
  expect((await restore(entry)).status).toBe(200)
  expect(await countValid()).toBe(1)
})

test('a revoked certificate is restored beside a valid one for the same application', async () => {
  const application = await accept('aline@example.rw')
  const [first] = (await issue(application)).body.issued
  await post(`certificates/${first.id}/revoke/`, { reason: 'Wrong name' })
  const entry = await remove(first.id)
  await issue(application)
  expect((await restore(entry)).status).toBe(200)
  expect(await countValid()).toBe(1)
})

test('of a restoring and an issuing of one cohort at once, one gives the valid certificate', async () => {
  for (let round = 0; round < 10; round += 1) {
    const application = await accept(`round-${round}@example.rw`)
    const [first] = (await issue(application)).body.issued
    const entry = await remove(first.id)
    const [restored, issued] = await Promise.all([
      restore(entry),
      issue(application, { cohort: 'Printed in other words' }),
    ])
    expect(issued.status).toBe(200)
    expect([restored.status, issued.body.issued.length]).toEqual(
      restored.status === 200 ? [200, 0] : [409, 1],
    )
  }
  expect(await countValid()).toBe(10)
})
