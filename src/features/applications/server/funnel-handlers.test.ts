import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { copyApplication } from '#testing/many-applications.ts'
import { countStatements } from '#testing/statements.ts'
import type { ApplicationStatus } from '../validation.ts'
import { findFunnel } from './funnel-handlers.ts'

const daySeconds = 24 * 60 * 60

let app: TestApp
let token: string
let parents: { cohort: number; tech_stack: string }
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
  parents = await createCohortAndStack(app, { name: "N'Gabo İ 1", limit: 20 })
})
afterEach(() => app[Symbol.asyncDispose]())

const create = () => createApplication(app.services, parents)
async function change(id: number, status: ApplicationStatus, how: object = {}) {
  // A session lasts fifteen minutes of the app's clock.
  token = await app.signIn('RECRUITER')
  const path = `/api/website/application/${id}/change-status/`
  const response = await app.json(path, { method: 'POST', token, json: { status, ...how } })
  expect(response.status).toBe(200)
}
const funnel = async (cohort = parents.cohort) =>
  app.json(`/api/admin/cohorts/${cohort}/funnel/`, { token })
const statuses = async () => {
  const { body } = await funnel()
  return Object.fromEntries(
    body.statuses.map((one: Record<string, unknown>) => [
      one.status,
      [one.count, one.reached, one.median_days],
    ]),
  )
}

test('a cohort without applications has an empty funnel', async () => {
  const { status, body } = await funnel()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: parents.cohort,
    name: "N'Gabo İ 1",
    limit: 20,
    total_registered: 0,
    total: 0,
    statuses: [
      { status: 'PENDING', count: 0, reached: 0, median_days: null },
      { status: 'REVIEWING', count: 0, reached: 0, median_days: null },
      { status: 'SHORTLISTED', count: 0, reached: 0, median_days: null },
      { status: 'ACCEPTED', count: 0, reached: 0, median_days: null },
      { status: 'REJECTED', count: 0, reached: null, median_days: null },
      { status: 'WITHDRAWN', count: 0, reached: null, median_days: null },
    ],
  })
})

test('who has come to a step counts there and before, wherever they are now', async () => {
  const [one, two, three] = [await create(), await create(), await create()]
  await create()
  await change(one, 'ACCEPTED')
  await change(two, 'SHORTLISTED')
  await change(two, 'REJECTED', { notes: 'Moved away' })
  await change(three, 'REJECTED')
  expect(await statuses()).toMatchObject({
    PENDING: [1, 4, 0],
    REVIEWING: [0, 2, null],
    SHORTLISTED: [0, 2, 0],
    ACCEPTED: [1, 1, null],
    REJECTED: [2, null, null],
    WITHDRAWN: [0, null, null],
  })
})

test('the median is of the days that statuses lasted until they changed', async () => {
  const ids = [await create(), await create(), await create(), await create()]
  for (const id of ids.slice(0, 3)) {
    app.advanceS(2 * daySeconds)
    await change(id, 'REVIEWING')
  }
  expect((await statuses()).PENDING).toEqual([1, 4, 4])
  app.advanceS(1.5 * daySeconds)
  // After 5.5 and 3.5 days.
  await change(ids[0] ?? 0, 'ACCEPTED')
  await change(ids[1] ?? 0, 'ACCEPTED')
  expect((await statuses()).REVIEWING).toEqual([1, 3, 4.5])
})

test.each([
  ['by the flag, whatever the note says', { is_undo: true, notes: 'Wrong row' }],
  ['by the note of a page from before there was a flag', { notes: 'Change undone' }],
])('what was undone is no step, and no stay: %s', async (_, how) => {
  const id = await create()
  app.advanceS(3 * daySeconds)
  await change(id, 'ACCEPTED')
  await change(id, 'PENDING', how)
  expect(await statuses()).toMatchObject({ PENDING: [1, 1, 3], ACCEPTED: [0, 0, null] })
})

test('who types the words of an undo as a note has undone nothing', async () => {
  const id = await create()
  await change(id, 'ACCEPTED')
  app.advanceS(2 * daySeconds)
  await change(id, 'PENDING', { notes: 'Change undone', is_undo: false })
  expect(await statuses()).toMatchObject({ PENDING: [1, 1, 0], ACCEPTED: [0, 1, 2] })
})

test('notes, moves and assignments are no change of a status', async () => {
  const id = await create()
  app.advanceS(daySeconds)
  await change(id, 'PENDING', { notes: 'A note' })
  await app.json('/api/admin/applications/batch-waiting/', {
    method: 'PATCH',
    token,
    json: { application_ids: [id], is_waiting: true },
  })
  expect((await statuses()).PENDING).toEqual([1, 1, null])
})

test('a cohort that is gone has no funnel', async () => {
  expect((await funnel(999)).status).toBe(404)
  expect((await funnel(0)).body).toEqual({ id: ['A valid id is required'] })
})

test('a cohort of thousands is counted in several steps, so that nobody waits for it', async () => {
  const id = await create()
  app.advanceS(2 * daySeconds)
  await change(id, 'REVIEWING')
  const statementsOf = async () => {
    const { counted, statements } = countStatements(app.services.database)
    await findFunnel(counted, parents.cohort)
    return statements()
  }
  const few = await statementsOf()
  await copyApplication(app, id, 4_000)
  // Two statements for each further step of 2,000 applications.
  expect(await statementsOf()).toBe(few + 4)
  expect(await statuses()).toMatchObject({
    PENDING: [0, 4_001, 2],
    REVIEWING: [4_001, 4_001, null],
  })
})
