import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs, type TestUser } from '#seed/factories/accounts.ts'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createInterview } from '#seed/factories/interviews.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { findWrongCounts } from '#testing/application-counts.ts'
import { applicationForm, apply, createCohortAndStack } from '#testing/applying.ts'
import { readEvents } from '#testing/events.ts'

let app: TestApp
let me: TestUser
let token: string
let here: Awaited<ReturnType<typeof createCohortAndStack>>
let there: number
beforeEach(async () => {
  app = await startTestApp()
  me = await createUser(app.services)
  token = await signInAs(app.services, me)
  here = await createCohortAndStack(app, { limit: 500 })
  there = await createCohort(app.services, { limit: 500 })
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Partial<NewApplication> = {}) =>
  createApplication(app.services, here, overrides)
const call = (method: string, path: string, json?: object) =>
  app.json(`/api${path}`, { method, token, ...(json && { json }) })
const list = async (query = '') => (await call('GET', `/website/application/?${query}`)).body

const onIds = (what: string) => (application_ids: number[], more: object) =>
  call('PATCH', `/admin/applications/batch-${what}/`, { application_ids, ...more })
const setStatus = onIds('status')
const move = onIds('move')
const setWaiting = onIds('waiting')
const undo = (batch: number) =>
  readEvents(app, `/api/admin/batches/${batch}/undo/`, { method: 'POST', token, json: {} })
const remove = (id: number) => call('DELETE', `/admin/applications/${id}/`)
const restore = (id: number) =>
  call('POST', '/admin/trash/undo/', { kind: 'application', row_ids: [id] })
const submit = (email: string, more = {}) => apply(app, applicationForm(here, { email, ...more }))

type Listed = { cohort: number; cohort_name: string; waiting_since: string | null }

test('applications are counted after every kind of change', async () => {
  const ids = [await create(), await create({ gender: 'MALE' }), await create()] as const
  const other = await createUser(app.services, { role: 'RECRUITER' })
  const { body } = await call('PATCH', `/admin/cohorts/${here.cohort}/criteria/`, {
    criteria: ['A', 'B', 'C'].map((name) => ({ name })),
    is_confirmed: true,
  })
  const scores = Object.fromEntries(body.criteria.map(({ id }: { id: number }) => [id, 3]))
  let batch = 0
  const begin = async (changing: ReturnType<typeof move>) => {
    const changed = await changing
    batch = changed.body.batch
    app.advanceS(60)
    return changed
  }
  const seen = async () => {
    const { seen_at, total_items: seen_total } = await list()
    app.advanceS(60)
    return { filters: {}, seen_at, seen_total }
  }
  const changes: Record<string, () => Promise<{ status: number }>> = {
    submitted: () => submit('new@example.rw'),
    'submitted by a bot': () => submit('bot@example.rw', { website: 'https://a.example' }),
    decided: () =>
      call('POST', `/website/application/${ids[0]}/change-status/`, { status: 'REVIEWING' }),
    'decided in a batch': () => begin(setStatus([...ids], { status: 'REJECTED' })),
    'undone with several statuses': () => undo(batch),
    'decided with all that match': async () => {
      const json = { ...(await seen()), status: 'SHORTLISTED' }
      const path = '/api/admin/applications/batch-status/matching/'
      const { status, events } = await readEvents(app, path, { method: 'PATCH', token, json })
      batch = events.at(-1).batch
      return { status }
    },
    'all undone': () => undo(batch),
    moved: () => begin(move([ids[0], ids[1]], { cohort: there })),
    'moved back': () => undo(batch),
    'put on the waiting list': () => begin(setWaiting([...ids], { is_waiting: true })),
    promoted: () => call('POST', `/admin/cohorts/${here.cohort}/promote/`, { count: 1 }),
    'put back on it': () => undo(batch),
    assigned: () => onIds('assign')([...ids], { assignees: [other.id] }),
    scored: () => call('PATCH', `/admin/applications/${ids[0]}/scores/`, { scores }),
    'left by whom they were assigned to': () => call('DELETE', `/admin/users/${other.id}/`),
    deleted: () => remove(ids[0]),
    restored: () => restore(ids[0]),
    'deleted again': () => remove(ids[0]),
    erased: async () => {
      const [entry] = (await call('GET', '/admin/trash/')).body.results
      return call('DELETE', `/admin/trash/${entry.id}/`)
    },
  }
  for (const [name, change] of Object.entries(changes)) {
    const { status } = await change()
    expect([200, 201, 204], name).toContain(status)
    expect(await findWrongCounts(app.services.database), name).toEqual([])
  }
  expect((await list()).total_items).toBe(4)
})

test('the counts are right after changes at once, and none of these waits for another for ever', async () => {
  const ids: number[] = []
  for (let index = 0; index < 24; index += 1) {
    const status = index % 3 === 0 ? 'REVIEWING' : 'PENDING'
    ids.push(await create({ status, gender: index % 2 === 0 ? 'MALE' : 'FEMALE' }))
  }
  const part = (from: number) => ids.slice(from, from + 8)
  const decided = (await setStatus(ids, { status: 'SHORTLISTED' })).body.batch
  const batches = [0, 8, 16].flatMap((from) => [
    setStatus(part(from), { status: 'REJECTED' }),
    move(part(from).reverse(), { cohort: from === 8 ? here.cohort : there }),
    setWaiting(part(from), { is_waiting: from !== 0 }),
  ])
  const outcomes = await Promise.all([
    ...batches,
    undo(decided),
    ...ids.slice(20).map(remove),
    ...ids.slice(0, 12).map((_, index) => submit(`new.${index}@example.rw`)),
    ...ids
      .slice(0, 6)
      .map((_, index) => submit(`bot.${index}@example.rw`, { website: 'https://a.example' })),
  ])
  // Whoever is moved while somebody deletes them stays, and that is said.
  const isMoved = ({ body }: (typeof outcomes)[number]) => /moved .* just now/.test(body?.detail)
  expect(outcomes.filter((one) => one.status >= 400 && !isMoved(one))).toEqual([])
  expect(await findWrongCounts(app.services.database)).toEqual([])
})

test('the total of a list, and those of its cohorts, are how many are in it, by whatever it is filtered', async () => {
  const parents = [
    here,
    { cohort: there, tech_stack: await createTechStack(app.services, { id: 'rust' }) },
  ]
  const waiting_since = '2026-03-02T07:00:00.000Z'
  for (let index = 0; index < 36; index += 1) {
    await createApplication(app.services, parents[index % 2] as typeof here, {
      gender: index % 3 === 0 ? 'MALE' : 'FEMALE',
      level: index % 5 === 0 ? undefined : index % 5 === 1 ? 'ADVANCED' : 'BEGINER',
      status: index % 4 === 0 ? 'REJECTED' : index % 4 === 1 ? 'PENDING' : 'REVIEWING',
      ...(index % 7 < 3 && { waiting_since }),
    })
  }
  const { body } = await call('PATCH', `/admin/cohorts/${there}/criteria/`, {
    criteria: ['A', 'B', 'C'].map((name) => ({ name })),
    is_confirmed: true,
  })
  const scores = Object.fromEntries(body.criteria.map(({ id }: { id: number }) => [id, 3]))
  for (const { id } of (await list(`cohort_id=${there}&page_size=5`)).results) {
    await call('PATCH', `/admin/applications/${id}/scores/`, { scores })
  }
  const { results } = await list('page_size=10&ordering=name')
  await onIds('assign')(
    results.map(({ id }: { id: number }) => id),
    { assignees: [me.id] },
  )
  const { results: invited } = await list('page_size=15&ordering=-name')
  for (const { id } of invited) await createInterview(app.services, id)
  const choices = [
    ['', 'status=REJECTED&status=REVIEWING'],
    [`cohort_id=${there}`, 'tech_stack_id=rust&gender=MALE'],
    ['', 'gender=FEMALE&level=BEGINER&level=ADVANCED'],
    ['', 'is_waiting=true', 'is_waiting=false'],
    [
      '',
      'is_scored=false',
      'is_scored=false&assignee=none',
      'is_scored=false&assignee=none&is_invited=false',
      'is_invited=false',
      'assignee=none',
      'assignee=me',
    ],
  ]
  const queries = choices.reduce(
    (some, more) => some.flatMap((one) => more.map((other) => `${one}&${other}`)),
    [''],
  )
  const others = [
    '&is_scored=true',
    '&is_invited=true',
    '&search_query=example&gender=MALE',
    '&created_to=2026-03-02',
  ]
  const wrong: unknown[] = []
  for (const query of [...queries, ...others]) {
    const { total_items, results } = await list(`page_size=100${query}`)
    if (total_items !== results.length) wrong.push([query, total_items, results.length])
    const { body } = await call('GET', `/admin/applications/cohort-counts/?${query}`)
    const rows = Map.groupBy(results as Listed[], ({ cohort }) => cohort)
    const counted = [...rows].map(([cohort, some]) => ({
      cohort,
      name: some[0]?.cohort_name,
      total: some.length,
      waiting: some.filter(({ waiting_since }) => waiting_since !== null).length,
    }))
    const inOrder = (counts: { cohort: number }[]) => counts.toSorted((a, b) => a.cohort - b.cohort)
    if (JSON.stringify(inOrder(counted)) !== JSON.stringify(inOrder(body.results))) {
      wrong.push([query, counted, body.results])
    }
  }
  expect(wrong).toEqual([])
  expect((await list('is_scored=false')).total_items).toBe(13)
})

test('every page has its own rows, from whichever end it is found', async () => {
  for (let index = 0; index < 11; index += 1) await create()
  for (const ordering of ['created_at', '-created_at', '-name']) {
    const idsOf = async (paging: string) =>
      (await list(`ordering=${ordering}&${paging}`)).results.map(({ id }: { id: number }) => id)
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => idsOf(`page_size=3&page=${page}`)),
    )
    expect(pages.map((page) => page.length)).toEqual([3, 3, 3, 2, 0])
    expect(pages.flat()).toEqual(await idsOf('page_size=20'))
  }
})
