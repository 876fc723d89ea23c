import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { registeredOf } from '#testing/registered.ts'

let app: TestApp
let token: string
let colleague: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  colleague = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
  parents = await createCohortAndStack(app, { name: 'Here', limit: 20 })
})
afterEach(() => app[Symbol.asyncDispose]())

const createOther = (limit: number, name = 'There') => createCohort(app.services, { name, limit })
const create = (cohort = parents.cohort, overrides: Partial<NewApplication> = {}) =>
  createApplication(app.services, { ...parents, cohort }, overrides)
const call = (method: string, path: string, json?: object, as = token) =>
  app.json(`/api${path}`, { method, token: as, ...(json && { json }) })
const detail = async (id: number) => (await call('GET', `/website/application/${id}/`)).body
const ids = async (query: string) =>
  (await call('GET', `/website/application/?${query}`)).body.results.map(
    ({ id }: { id: number }) => id,
  )

/** Calls it, and lets a minute go by. */
async function later<Outcome>(response: Promise<Outcome>) {
  const outcome = await response
  app.advanceS(60)
  return outcome
}
const move = (some: number[], cohort: unknown, more: object = {}, as = token) => {
  const json = { application_ids: some, cohort, ...more }
  return call('PATCH', '/admin/applications/batch-move/', json, as)
}
const setWaiting = (some: number[], is_waiting: unknown) =>
  later(call('PATCH', '/admin/applications/batch-waiting/', { application_ids: some, is_waiting }))
const promote = (cohort: number, count?: number) =>
  call('POST', `/admin/cohorts/${cohort}/promote/`, { count })
const decide = (id: number, status: string) =>
  call('POST', `/website/application/${id}/change-status/`, { status })
const undo = async (batch: number) =>
  (await later(call('POST', `/admin/batches/${batch}/undo/`, {}))).body as string

const registered = () => registeredOf(app)

test('applications are moved with their spots, and the history tells it', async () => {
  const there = await createOther(5)
  const [one, rejected] = [await create(), await create(undefined, { status: 'REJECTED' })]
  const { body } = await move([one, rejected], there)
  expect(body).toEqual({ succeeded: [one, rejected], failed: [], batch: expect.any(Number) })
  expect(await registered()).toEqual({ Here: 0, There: 1 })
  const { cohort_name, history, status } = await detail(one)
  expect([cohort_name, status]).toEqual(['There', 'PENDING'])
  expect(history[0]).toMatchObject({
    ...{ kind: 'move', from_text: 'Here', to_text: 'There', by: 'Diane Keza' },
  })
})

test('where there are fewer spots than applications, the others stay or wait', async () => {
  const there = await createOther(1)
  const some = [await create(), await create(), await create()]
  const { body } = await later(move(some.slice(0, 2), there))
  expect(body).toMatchObject({
    succeeded: [some[0]],
    failed: [{ id: some[1], detail: 'There is full. Raise its limit, or use its waiting list.' }],
  })
  await later(move(some.slice(1), there, { waits_if_full: true }))
  expect(await registered()).toEqual({ Here: 0, There: 1 })
  expect(await ids(`cohort_id=${there}&is_waiting=true&ordering=waiting`)).toEqual(some.slice(1))
  expect((await detail(some[1] as number)).history[0]).toMatchObject({
    to_text: 'There (waiting list)',
  })
})

test('a cohort in which the same email has applied takes no second application', async () => {
  const there = await createOther(9)
  const elsewhere = await createOther(9, 'Elsewhere')
  const email = 'aline@example.rw'
  const some = [
    await create(parents.cohort, { email }),
    await create(elsewhere, { email: 'Aline@Example.rw' }),
  ]
  const { body } = await move(some, there)
  expect(body).toMatchObject({
    succeeded: [some[0]],
    failed: [{ id: some[1], detail: 'There has an application with this email already.' }],
  })
  expect(await registered()).toEqual({ Here: 0, There: 1, Elsewhere: 1 })
})

test('a move is undone to every former place, unless moved anew since or the spot is gone', async () => {
  const there = await createOther(9)
  const some = [await create(), await create(), await create()] as const
  await setWaiting([some[1]], true)
  const place = (await detail(some[1])).waiting_since
  const { batch } = (await later(move([...some], there))).body
  await later(move([some[2]], parents.cohort, {}, colleague))
  const text = await undo(batch)
  expect(text).toContain('Eric Mugisha moved this application to Here at')
  expect(await registered()).toEqual({ Here: 2, There: 0 })
  expect((await detail(some[1])).waiting_since).toBe(place)
  const { results } = (await call('GET', '/admin/batches/?target=place')).body
  const found = results.find((one: { id: number }) => one.id === batch)
  expect(found).toMatchObject({ undone: 2, changed: 3, to_status: String(there) })
  expect(Object.values(found.labels).toSorted()).toEqual(['Here', 'Here (waiting list)', 'There'])
})

test('undoing takes no spot that another has by now', async () => {
  const small = await createOther(1, 'Small')
  const [one, two] = [await create(small), await create()]
  const { batch } = (await later(move([one], parents.cohort))).body
  await later(move([two], small))
  expect(await undo(batch)).toContain('Small is full.')
  expect((await detail(one)).cohort_name).toBe('Here')
  expect(await registered()).toEqual({ Here: 1, Small: 1 })
})

test('what a colleague has moved since it was seen is refused with their name', async () => {
  const there = await createOther(9)
  const id = await create()
  const expected_cohorts = { [id]: parents.cohort }
  await later(move([id], there, {}, colleague))
  const { body } = await move([id, 999], await createOther(3, 'Elsewhere'), { expected_cohorts })
  expect(body.failed).toEqual([
    {
      id,
      detail:
        'Eric Mugisha moved this application to There at 2 Mar 2026, 10:00. Please look at it again.',
    },
    { id: 999, detail: expect.stringContaining('not found') },
  ])
})

test('invalid moves are refused by field, and editors altogether', async () => {
  const id = await create()
  const there = await createOther(3)
  expect((await move([], there)).body).toHaveProperty('application_ids')
  for (const cohort of [999, 'x', null]) {
    expect((await move([id], cohort)).body).toEqual({ cohort: ['Please choose a cohort'] })
  }
  expect((await move([id], there, { waits_if_full: 'x' })).body).toHaveProperty('waits_if_full')
  expect((await move([id], there, { batch: 999 })).status).toBe(404)
  expect((await setWaiting([id], 'x')).body).toHaveProperty('is_waiting')
  const editor = await app.signIn('EDITOR')
  expect((await move([id], there, {}, editor)).status).toBe(403)
  expect((await detail(id)).cohort_name).toBe('Here')
})

test('all that match are moved as far as there are spots', async () => {
  const there = await createOther(2)
  const some = [await create(), await create(), await create()]
  app.advanceS(60)
  const { seen_at, total_items } = (await call('GET', '/website/application/')).body
  const response = await app.request('/api/admin/applications/batch-move/matching/', {
    ...{ method: 'PATCH', token },
    json: { filters: {}, seen_at, seen_total: total_items, cohort: there },
  })
  expect(await response.text()).toContain('"succeeded":2,"failed_count":1')
  expect(await ids(`cohort_id=${there}&ordering=created_at`)).toEqual(some.slice(0, 2))
  expect(await registered()).toEqual({ Here: 1, There: 2 })
})

test('how many are in which cohort is told to recruiters alone, and refused by field', async () => {
  await create()
  const path = '/admin/applications/cohort-counts/'
  expect((await call('GET', path)).body).toEqual({
    results: [{ cohort: parents.cohort, name: 'Here', total: 1, waiting: 0 }],
  })
  expect((await call('GET', `${path}?status=ODD&created_from=x`)).body).toEqual({
    status: [expect.any(String)],
    created_from: [expect.any(String)],
  })
  expect((await call('GET', path, undefined, await app.signIn('EDITOR'))).status).toBe(403)
})

test('of many who move, promote and decide at once, nobody gets a spot too many', async () => {
  const [there, small] = [await createOther(3), await createOther(4, 'Small')]
  const here = [await create(), await create(), await create(), await create()]
  const waiting = [await create(small), await create(small), await create(small)]
  await setWaiting(waiting, true)
  const rejected = [
    await create(there, { status: 'REJECTED' }),
    await create(there, { status: 'REJECTED' }),
  ]
  const outcomes = await Promise.all([
    move(here.slice(0, 3), there),
    move(here.toReversed(), small, {}, colleague),
    move(waiting, there, { waits_if_full: true }, colleague),
    promote(small, 3),
    ...rejected.map((id) => decide(id, 'PENDING')),
    ...here.map((id) => decide(id, 'SHORTLISTED')),
    call('DELETE', `/admin/applications/${here[3]}/`),
  ])
  for (const { status, body } of outcomes) {
    expect([200, 204, 404, 409], JSON.stringify(body)).toContain(status)
  }
  await registered()
})
