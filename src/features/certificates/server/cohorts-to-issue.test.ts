import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let tech_stack: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  tech_stack = await createTechStack(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const path = '/api/admin/certificates/cohorts/'
const cohorts = async () => (await app.json(path, { token })).body.results
const waiting = async (id: number) =>
  (await cohorts()).find((cohort: { id: number }) => cohort.id === id).waiting
const create = (name: string, end: string) =>
  createCohort(app.services, { name, start: '2025-10-06', end })
const accept = (cohort: number, changes: object = {}) =>
  createApplication(app.services, { cohort, tech_stack }, { status: 'ACCEPTED', ...changes })

test('ended cohorts that wait for certificates come first, and running ones last', async () => {
  // The clock stands at 2 March.
  const running = await create('Running', '2026-03-03')
  const without = await create('Nobody accepted', '2026-02-20')
  const today = await create('Ends today', '2026-03-02')
  const earlier = await create('Earlier', '2026-01-09')
  for (const cohort of [running, earlier, earlier, today]) await accept(cohort)
  await accept(without, { status: 'REJECTED' })
  expect(await cohorts()).toEqual([
    { id: today, name: 'Ends today', end: '2026-03-02', has_ended: true, waiting: 1 },
    { id: earlier, name: 'Earlier', end: '2026-01-09', has_ended: true, waiting: 2 },
    { id: without, name: 'Nobody accepted', end: '2026-02-20', has_ended: true, waiting: 0 },
    { id: running, name: 'Running', end: '2026-03-03', has_ended: false, waiting: 0 },
  ])
})

test('who has a valid certificate of the cohort, however issued, waits for none', async () => {
  const id = await create('Kigali 12', '2026-01-09')
  const application_id = await accept(id)
  await accept(id, { email: 'Eric@example.rw' })
  expect(await waiting(id)).toBe(2)
  await createCertificate(app.services, { email: 'ERIC@example.rw', cohort: 'KIGALI 12' })
  expect(await waiting(id)).toBe(1)
  const elsewhere = { application_id, email: 'new@example.rw', cohort: 'As printed' }
  const issued = await createCertificate(app.services, elsewhere)
  expect(await waiting(id)).toBe(0)
  const revoke = { method: 'POST', token, json: { reason: 'Wrong address' } } as const
  await app.json(`/api/admin/certificates/${issued.id}/revoke/`, revoke)
  expect(await waiting(id)).toBe(1)
  const { body } = await app.json(`${path}${id}/`, { token })
  const open = body.results.filter(({ certificate }: { certificate: unknown }) => !certificate)
  expect(open).toMatchObject([{ id: application_id }])
})

test('editors and visitors do not see which cohorts wait', async () => {
  expect((await app.json(path, { token: await app.signIn('EDITOR') })).status).toBe(403)
  expect((await app.json(path)).status).toBe(401)
})
