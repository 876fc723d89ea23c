import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { readEvents } from '#testing/events.ts'
import { registeredOf } from '#testing/registered.ts'

let app: TestApp
let token: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
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
const setWaiting = (some: number[], is_waiting: unknown) =>
  later(call('PATCH', '/admin/applications/batch-waiting/', { application_ids: some, is_waiting }))
const promote = (cohort: number, count?: number) =>
  call('POST', `/admin/cohorts/${cohort}/promote/`, { count })
const decide = (id: number, status: string) =>
  call('POST', `/website/application/${id}/change-status/`, { status })
const undo = async (batch: number) =>
  (await later(call('POST', `/admin/batches/${batch}/undo/`, {}))).body as string

const registered = () => registeredOf(app)

test('who waits takes no spot, is no longer waiting when rejected, and takes one when accepted', async () => {
  const small = await createOther(2, 'Small')
  const some = [await create(small), await create(small)] as const
  await setWaiting([...some], true)
  expect(await registered()).toMatchObject({ Small: 0 })
  expect(await ids('is_waiting=true&ordering=waiting')).toEqual([...some])
  expect(await ids('is_waiting=false')).toEqual([])
  await decide(some[0], 'REJECTED')
  expect(await ids('is_waiting=true')).toEqual([some[1]])
  await decide(some[0], 'PENDING')
  expect((await detail(some[0])).waiting_since).not.toBeNull()
  await decide(some[1], 'ACCEPTED')
  expect((await detail(some[1])).waiting_since).toBeNull()
  expect(await registered()).toMatchObject({ Small: 1 })
  await create(small)
  const { status, body } = await decide(some[0], 'ACCEPTED')
  expect([status, body.detail]).toEqual([
    409,
    'The cohort is full, so nobody who waits can be accepted. Raise the limit first.',
  ])
  expect(await registered()).toMatchObject({ Small: 2 })
  await call('DELETE', `/admin/applications/${some[0]}/`)
  expect(await registered()).toMatchObject({ Small: 2 })
})

test('who is decided does not wait', async () => {
  const id = await create(undefined, { status: 'ACCEPTED' })
  const { body } = await setWaiting([id], true)
  expect(body.failed).toMatchObject([
    { id, detail: 'This application is decided, so it does not wait for a spot.' },
  ])
})

test('the next of the waiting list get the free spots, in their order, and that is undone', async () => {
  const small = await createOther(3, 'Small')
  const [first, second, third] = [await create(small), await create(small), await create(small)]
  for (const id of [second, first, third]) await setWaiting([id], true)
  const others = [await create(small), await create(small)]
  expect((await promote(small, 5)).body).toMatchObject({ succeeded: [second] })
  const full = await promote(small)
  expect([full.status, full.body.detail]).toEqual([409, 'Small is full: no spot is free.'])
  await decide(others[0] as number, 'WITHDRAWN')
  app.advanceS(60)
  const { batch } = (await later(promote(small))).body
  expect(await ids('is_waiting=true&ordering=waiting')).toEqual([third])
  await undo(batch)
  expect(await ids('is_waiting=true&ordering=waiting')).toEqual([first, third])
  await decide(first, 'REJECTED')
  await decide(third, 'REJECTED')
  const nobody = await promote(small)
  expect([nobody.status, nobody.body.detail]).toEqual([409, 'Nobody waits for a spot in Small.'])
  expect((await promote(999)).status).toBe(404)
  expect((await promote(small, 0)).body).toEqual({ count: ['At least 1'] })
  expect(await registered()).toMatchObject({ Small: 2 })
})

test('all that match go onto the waiting list, and off it as far as there are spots', async () => {
  const small = await createOther(1, 'Small')
  const some = [await create(), await create(small), await create()] as const
  const rejected = await create(undefined, { status: 'REJECTED' })
  app.advanceS(60)
  const changeAll = async (is_waiting: unknown, filters: object, seen_total: number) => {
    const seen_at = app.services.now().toISOString()
    await create(undefined, { created_at: new Date(Date.parse(seen_at) + 1000).toISOString() })
    app.advanceS(60)
    const { events } = await readEvents(app, '/api/admin/applications/batch-waiting/matching/', {
      ...{ method: 'PATCH', token, json: { filters, seen_at, seen_total, is_waiting } },
    })
    return events.at(-1) as { batch: number }
  }
  const on = await changeAll(true, {}, 4)
  expect(on).toMatchObject({
    ...{ total: 4, succeeded: 3, failed_count: 1 },
    failed: [{ id: rejected, detail: expect.stringContaining('is decided') }],
  })
  expect(await ids('is_waiting=true')).toEqual(expect.arrayContaining([...some]))
  expect(await registered()).toEqual({ Here: 1, Small: 0 })
  await later(create(small))
  const off = await changeAll(false, { is_waiting: true }, 3)
  expect(off).toMatchObject({
    ...{ total: 3, succeeded: 2, failed_count: 1 },
    failed: [{ id: some[1], detail: 'Small is full. Raise its limit, or use its waiting list.' }],
  })
  await undo(off.batch)
  expect(await ids('is_waiting=true')).toEqual(expect.arrayContaining([...some]))
  const wrong = await call('PATCH', '/admin/applications/batch-waiting/matching/', {
    ...{ filters: { status: 'ODD' }, seen_at: 'x', seen_total: 0, is_waiting: 'x' },
  })
  expect([wrong.status, Object.keys(wrong.body).toSorted()]).toEqual([
    400,
    ['filters', 'is_waiting', 'seen_at', 'seen_total'],
  ])
  const other = { seen_at: '2026-03-02T08:00:00.000Z', seen_total: 1, is_waiting: true }
  expect(
    (await call('PATCH', '/admin/applications/batch-waiting/matching/', { filters: {}, ...other }))
      .body.detail,
  ).toMatch(/match, not 1/)
})
