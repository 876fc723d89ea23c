import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createApplication,
  insertManyApplications,
  type NewApplication,
} from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import type { BatchEvent } from '#shared/procedure.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { readEvents } from '#testing/events.ts'
import { countStatements } from '#testing/statements.ts'
import { lockCohortsOf, storeSpots } from './lock-cohorts.ts'

let app: TestApp
let token: string
let colleague: string
let target: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  colleague = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
  target = await createCohortAndStack(app, { limit: 6_000 })
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Partial<NewApplication> = {}) =>
  createApplication(app.services, target, overrides)
const list = async (query: string) =>
  (await app.json(`/api/website/application/?${query}`, { token })).body
const decide = (id: number, status: string) => {
  const init = { method: 'POST', token: colleague, json: { status } }
  return app.json(`/api/website/application/${id}/change-status/`, init)
}
const statusOf = async (id: number) =>
  (await app.json(`/api/website/application/${id}/`, { token })).body.status

/** What the user has of a list. */
async function see(filters: Record<string, string>) {
  const { seen_at, total_items } = await list(String(new URLSearchParams(filters)))
  app.advanceS(60)
  return { filters, seen_at, seen_total: total_items }
}

const path = '/api/admin/applications/batch-status/matching/'
const changing = (json: object) =>
  ({
    method: 'PATCH',
    token,
    json: { status: 'REVIEWING', notes: 'First look', ...json },
  }) as const
/** Changes all that match. @returns the progress that is reported */
const changeMatching = async (json: object): Promise<BatchEvent[]> =>
  (await readEvents(app, path, changing(json))).events

async function createMany(count: number) {
  for (let index = 0; index < count; index += 1) await create()
}

test('the cohorts of a batch are locked at once, and only those are written whose spots change', async () => {
  const ids: number[] = []
  for (let index = 0; index < 5; index += 1) {
    const cohort = await createCohort(app.services)
    ids.push(await createApplication(app.services, { ...target, cohort }))
  }
  const { counted, statements } = countStatements(app.services.database)
  const locked = await counted.transaction().execute(async (transaction) => {
    const cohorts = await lockCohortsOf(transaction, ids)
    const [first] = cohorts.values()
    if (first) first.registered += 1
    await storeSpots(transaction, cohorts.values())
    return cohorts
  })
  expect([locked.size, statements()]).toEqual([5, 3])
  const again = await app.services.database
    .transaction()
    .execute((transaction) => lockCohortsOf(transaction, ids))
  expect([...again.values()].map(({ registered }) => registered)).toEqual(
    [...locked.values()].map(({ registered }) => registered),
  )
})

test('a batch on a filter changes all that match, and reports its progress without their ids', async () => {
  await createMany(3)
  const other = await create({ gender: 'MALE' })
  app.advanceS(1)
  const progress = await changeMatching(await see({ gender: 'FEMALE' }))
  expect(progress).toEqual([
    { total: 3, succeeded: 3, failed_count: 0, failed: [], batch: expect.any(Number) },
  ])
  expect((await list('status=REVIEWING')).total_items).toBe(3)
  expect(await statusOf(other)).toBe('PENDING')
})

test('a batch on a filter works in parts, each stored before it is reported', async () => {
  await insertManyApplications(app.services, target, 1_100)
  app.advanceS(1)
  const progress = await changeMatching(await see({}))
  expect(progress.map(({ succeeded }) => succeeded)).toEqual([500, 1_000, 1_100])
  expect((await list('status=REVIEWING')).total_items).toBe(1_100)
})

test('applications that came after the list was read are left alone', async () => {
  await create()
  app.advanceS(1)
  const seen = await see({ status: 'PENDING' })
  const late = await create()
  expect((await changeMatching(seen)).at(-1)).toMatchObject({ succeeded: 1 })
  expect(await statusOf(late)).toBe('PENDING')
})

test('what a colleague has decided since is not overwritten, and named', async () => {
  const [one, two] = [await create(), await create()]
  app.advanceS(1)
  const seen = await see({ status: 'PENDING' })
  await decide(two, 'ACCEPTED')
  const detail =
    'Eric Mugisha changed this application from PENDING to ACCEPTED at 2 Mar 2026, 10:01. Please look at it again.'
  expect((await changeMatching(seen)).at(-1)).toEqual({
    total: 2,
    succeeded: 1,
    failed_count: 1,
    failed: [{ id: two, name: 'Aline Uwase', detail }],
    batch: expect.any(Number),
  })
  expect([await statusOf(one), await statusOf(two)]).toEqual(['REVIEWING', 'ACCEPTED'])
})

test('what has come to match the filter since is left alone', async () => {
  const one = await create({ status: 'REJECTED' })
  await create()
  app.advanceS(1)
  const seen = await see({ status: 'PENDING' })
  await decide(one, 'PENDING')
  expect((await changeMatching(seen)).at(-1)).toMatchObject({ total: 1 })
  expect(await statusOf(one)).toBe('PENDING')
})

test('a batch that would hit more than the user saw changes nothing', async () => {
  await createMany(2)
  app.advanceS(1)
  const seen = await see({})
  expect(await app.json(path, changing({ ...seen, seen_total: 1 }))).toMatchObject({
    status: 409,
    body: { detail: '2 applications match, not 1. Please look at the list again.' },
  })
  expect((await list('status=PENDING')).total_items).toBe(2)
})

test('a batch stops when its client goes away', async () => {
  await insertManyApplications(app.services, target, 5_000)
  app.advanceS(1)
  const { body, headers } = await app.request(path, changing(await see({})))
  expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
  const reader = body?.getReader()
  await reader?.read()
  await reader?.cancel()
  const changed = async () => (await list('status=REVIEWING')).total_items
  // The part under way is finished; one that goes on stores another part before it was looked at so often.
  let [before, looks] = [-1, 0]
  const lookAgain = async () => {
    const now = await changed()
    looks = now === before ? looks + 1 : 0
    before = now
    return looks
  }
  await expect.poll(lookAgain, { timeout: 20_000 }).toBe(20)
  expect(before).toBeLessThan(5_000)
})

test('of a batch that fails throughout only the first hundred are named', async () => {
  const full = await createCohort(app.services, { limit: 1 })
  const ids: number[] = []
  for (let index = 0; index < 120; index += 1) {
    ids.push(await create({ cohort: full, status: 'REJECTED' }))
  }
  app.advanceS(1)
  const seen = await see({ cohort_id: String(full) })
  const last = (await changeMatching({ ...seen, status: 'ACCEPTED' })).at(-1)
  expect(last).toMatchObject({ total: 120, succeeded: 1, failed_count: 119 })
  expect(last?.failed).toHaveLength(100)
  expect(last?.failed[0]?.detail).toMatch(/^The cohort is full/)
})

test.each([
  [{ seen_at: 'yesterday' }, 'seen_at'],
  [{ seen_total: 0 }, 'seen_total'],
  [{ filters: { status: 'WRONG' } }, 'filters'],
  [{ status: 'DONE' }, 'status'],
])('an invalid batch on a filter is refused by field (%#)', async (wrong, field) => {
  const right = { filters: {}, seen_at: '2026-03-02T08:00:00.000Z', seen_total: 1 }
  const { status, body } = await app.json(path, changing({ ...right, ...wrong }))
  expect([status, Object.keys(body)]).toEqual([400, [field]])
})

test('a batch of chosen rows leaves those that have changed since they were seen, and names who', async () => {
  const [one, two] = [await create(), await create()]
  await decide(two, 'REJECTED')
  const json = {
    application_ids: [one, two],
    expected_statuses: { [one]: 'PENDING', [two]: 'PENDING' },
    status: 'SHORTLISTED',
  }
  const init = { method: 'PATCH', token, json }
  const { body } = await app.json('/api/admin/applications/batch-status/', init)
  expect(body.succeeded).toEqual([one])
  expect(body.failed).toMatchObject([
    { id: two, detail: expect.stringMatching(/^Eric Mugisha changed .* from PENDING to REJECTED/) },
  ])
  expect(await statusOf(two)).toBe('REJECTED')
})

test('a batch and deletions at once wait for each other without a failure', async () => {
  for (let round = 0; round < 10; round += 1) {
    const cohorts = [await createCohort(app.services), await createCohort(app.services)]
    const ids: number[] = []
    for (let index = 0; index < 6; index += 1) {
      ids.push(await create({ cohort: cohorts[index % 2] as number }))
    }
    const batch = (application_ids: number[], status: string) =>
      app.json('/api/admin/applications/batch-status/', {
        method: 'PATCH',
        token,
        json: { application_ids, status },
      })
    const responses = await Promise.all([
      batch(ids, 'REJECTED'),
      batch(ids.toReversed(), 'ACCEPTED'),
      app.json(`/api/admin/applications/${ids[3]}/`, { method: 'DELETE', token }),
      decide(ids[0] as number, 'WITHDRAWN'),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 204, 200])
    const counted = await app.services.database
      .selectFrom('applications')
      .select(['cohort_id', 'status'])
      .where('cohort_id', 'in', cohorts)
      .execute()
    for (const cohort of cohorts) {
      const { registered } = await app.services.database
        .selectFrom('cohorts')
        .select('registered')
        .where('id', '=', cohort)
        .executeTakeFirstOrThrow()
      const taking = counted.filter(
        (row) => row.cohort_id === cohort && !['REJECTED', 'WITHDRAWN'].includes(row.status),
      )
      expect(registered).toBe(taking.length)
    }
  }
})
