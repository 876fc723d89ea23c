import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPlacing } from '#testing/placing.ts'

let site: Awaited<ReturnType<typeof startPlacing>>
beforeEach(async () => {
  site = await startPlacing()
})
afterEach(() => site[Symbol.asyncDispose]())

test('applications are moved with their spots, and the history tells it', async () => {
  const there = await site.createOther(5)
  const [one, rejected] = [
    await site.create(),
    await site.create(undefined, { status: 'REJECTED' }),
  ]
  const { body } = await site.move([one, rejected], there)
  expect(body).toEqual({ succeeded: [one, rejected], failed: [], batch: expect.any(Number) })
  expect(await site.registered()).toEqual({ Here: 0, There: 1 })
  const { cohort_name, history, status } = await site.detail(one)
  expect([cohort_name, status]).toEqual(['There', 'PENDING'])
  expect(history[0]).toMatchObject({
    kind: 'move',
    from_text: 'Here',
    to_text: 'There',
    by: 'Diane Keza',
  })
})

test('where there are fewer spots than applications, the others stay or wait', async () => {
  const there = await site.createOther(1)
  const some = [await site.create(), await site.create(), await site.create()]
  const { body } = await site.later(site.move(some.slice(0, 2), there))
  expect(body).toMatchObject({
    succeeded: [some[0]],
    failed: [{ id: some[1], detail: 'There is full. Raise its limit, or use its waiting list.' }],
  })
  await site.later(site.move(some.slice(1), there, { waits_if_full: true }))
  expect(await site.registered()).toEqual({ Here: 0, There: 1 })
  expect(await site.ids(`cohort_id=${there}&is_waiting=true&ordering=waiting`)).toEqual(
    some.slice(1),
  )
  expect((await site.detail(some[1] as number)).history[0]).toMatchObject({
    to_text: 'There (waiting list)',
  })
})

test('a cohort in which the same email has applied takes no second application', async () => {
  const there = await site.createOther(9)
  const elsewhere = await site.createOther(9, 'Elsewhere')
  const email = 'aline@example.rw'
  const some = [
    await site.create(site.parents.cohort, { email }),
    await site.create(elsewhere, { email: 'Aline@Example.rw' }),
  ]
  const { body } = await site.move(some, there)
  expect(body).toMatchObject({
    succeeded: [some[0]],
    failed: [{ id: some[1], detail: 'There has an application with this email already.' }],
  })
  expect(await site.registered()).toEqual({ Here: 0, There: 1, Elsewhere: 1 })
})

test('a move is undone to every former place, unless moved anew since or the spot is gone', async () => {
  const there = await site.createOther(9)
  const some = [await site.create(), await site.create(), await site.create()] as const
  await site.setWaiting([some[1]], true)
  const place = (await site.detail(some[1])).waiting_since
  const { batch } = (await site.later(site.move([...some], there))).body
  await site.later(site.move([some[2]], site.parents.cohort, {}, site.colleague))
  const text = await site.undo(batch)
  expect(text).toContain('Eric Mugisha moved this application to Here at')
  expect(await site.registered()).toEqual({ Here: 2, There: 0 })
  expect((await site.detail(some[1])).waiting_since).toBe(place)
  const { results } = (await site.call('GET', '/admin/batches/?target=place')).body
  const found = results.find((one: { id: number }) => one.id === batch)
  expect(found).toMatchObject({ undone: 2, changed: 3, to_status: String(there) })
  expect(Object.values(found.labels).toSorted()).toEqual(['Here', 'Here (waiting list)', 'There'])
})

test('places in batches keep the form in which earlier versions wrote them', async () => {
  const there = await site.createOther(9)
  const id = await site.create()
  await site.setWaiting([id], true)
  const since = (await site.detail(id)).waiting_since
  const { batch } = (await site.later(site.move([id], there))).body
  const stored = await site.app.services.database
    .selectFrom('batch_changes')
    .select('from_status')
    .where('batch_id', '=', batch)
    .executeTakeFirstOrThrow()
  expect(stored.from_status).toBe(`${site.parents.cohort} ${since}`)
  await site.undo(batch)
  expect(await site.detail(id)).toMatchObject({ cohort_name: 'Here', waiting_since: since })
})

test('undoing takes no spot that another has by now', async () => {
  const small = await site.createOther(1, 'Small')
  const [one, two] = [await site.create(small), await site.create()]
  const { batch } = (await site.later(site.move([one], site.parents.cohort))).body
  await site.later(site.move([two], small))
  expect(await site.undo(batch)).toContain('Small is full.')
  expect((await site.detail(one)).cohort_name).toBe('Here')
  expect(await site.registered()).toEqual({ Here: 1, Small: 1 })
})

test('what a colleague has moved since it was seen is refused with their name', async () => {
  const there = await site.createOther(9)
  const id = await site.create()
  const expected_cohorts = { [id]: site.parents.cohort }
  await site.later(site.move([id], there, {}, site.colleague))
  const { body } = await site.move([id, 999], await site.createOther(3, 'Elsewhere'), {
    expected_cohorts,
  })
  expect(body.failed).toEqual([
    {
      id,
      detail:
        'Eric Mugisha moved this application to There at 2 Mar 2026, 10:00. Please look at it again.',
    },
    { id: 999, detail: expect.stringContaining('not found') },
  ])
})

test('what a colleague has moved since it was seen gets no spot elsewhere, nor waits there', async () => {
  const there = await site.createOther(9)
  const id = await site.create()
  const expected_cohorts = { [id]: site.parents.cohort }
  await site.later(site.move([id], there, {}, site.colleague))
  for (const is_waiting of [true, false]) {
    const json = { application_ids: [id], expected_cohorts, is_waiting }
    const { body } = await site.call('PATCH', '/admin/applications/batch-waiting/', json)
    expect(body.failed).toEqual([
      { id, detail: expect.stringContaining('Eric Mugisha moved this application to There at') },
    ])
  }
  expect((await site.detail(id)).waiting_since).toBeNull()
})

test('what a colleague has decided since it was seen is left where it is, and named', async () => {
  const there = await site.createOther(9)
  const [decided, other] = [await site.create(), await site.create()]
  const seen = {
    application_ids: [decided, other],
    expected_statuses: { [decided]: 'PENDING', [other]: 'PENDING' },
  }
  await site.later(site.decide(decided, 'REJECTED'))
  const text =
    'Diane Keza changed this application from PENDING to REJECTED at 2 Mar 2026, 10:00. Please look at it again.'
  for (const [path, to] of [
    ['batch-waiting', { is_waiting: false }],
    ['batch-move', { cohort: there }],
  ] as const) {
    const { body } = await site.call('PATCH', `/admin/applications/${path}/`, { ...seen, ...to })
    expect(body).toMatchObject({ succeeded: [other], failed: [{ id: decided, detail: text }] })
  }
  const cohorts = [decided, other].map(async (id) => (await site.detail(id)).cohort_name)
  expect(await Promise.all(cohorts)).toEqual(['Here', 'There'])
})

test('invalid moves are refused by field, and editors altogether', async () => {
  const id = await site.create()
  const there = await site.createOther(3)
  expect((await site.move([], there)).body).toHaveProperty('application_ids')
  for (const cohort of [999, 'x', null]) {
    expect((await site.move([id], cohort)).body).toEqual({ cohort: ['Please choose a cohort'] })
  }
  expect((await site.move([id], there, { waits_if_full: 'x' })).body).toHaveProperty(
    'waits_if_full',
  )
  const odd = { expected_statuses: { [id]: 'ODD' } }
  expect((await site.move([id], there, odd)).body).toHaveProperty('expected_statuses')
  expect((await site.move([id], there, { batch: 999 })).status).toBe(404)
  expect((await site.setWaiting([id], 'x')).body).toHaveProperty('is_waiting')
  const editor = await site.app.signIn('EDITOR')
  expect((await site.move([id], there, {}, editor)).status).toBe(403)
  expect((await site.detail(id)).cohort_name).toBe('Here')
})

test('all that match are moved as far as there are spots', async () => {
  const there = await site.createOther(2)
  const some = [await site.create(), await site.create(), await site.create()]
  site.app.advanceS(60)
  const { seen_at, total_items } = (await site.call('GET', '/website/application/')).body
  const response = await site.app.request('/api/admin/applications/batch-move/matching/', {
    method: 'PATCH',
    token: site.token,
    json: { filters: {}, seen_at, seen_total: total_items, cohort: there },
  })
  expect(await response.text()).toContain('"succeeded":2,"failed_count":1')
  expect(await site.ids(`cohort_id=${there}&ordering=created_at`)).toEqual(some.slice(0, 2))
  expect(await site.registered()).toEqual({ Here: 1, There: 2 })
})

test('all that match are moved but those decided or moved since the list was seen', async () => {
  const there = await site.createOther(9)
  const some = [await site.create(), await site.create(), await site.create()] as const
  site.app.advanceS(60)
  const { seen_at, total_items } = (await site.call('GET', '/website/application/?status=PENDING'))
    .body
  site.app.advanceS(60)
  const status = { application_ids: [some[0]], status: 'REJECTED' }
  await site.call('PATCH', '/admin/applications/batch-status/', status, site.colleague)
  await site.later(site.move([some[1]], await site.createOther(9, 'Elsewhere'), {}, site.colleague))
  for (const [path, to] of [
    ['batch-waiting', { is_waiting: false }],
    ['batch-move', { cohort: there }],
  ] as const) {
    const response = await site.app.request(`/api/admin/applications/${path}/matching/`, {
      method: 'PATCH',
      token: site.token,
      json: { filters: { status: 'PENDING' }, seen_at, seen_total: total_items, ...to },
    })
    const text = await response.text()
    expect(text).toContain('Eric Mugisha changed this application from PENDING to REJECTED at')
    expect(text).toContain('Eric Mugisha moved this application to Elsewhere at')
    expect(text).toContain('"succeeded":1,"failed_count":2')
  }
  const cohorts = some.map(async (id) => (await site.detail(id)).cohort_name)
  expect(await Promise.all(cohorts)).toEqual(['Here', 'Elsewhere', 'There'])
})

test('how many are in which cohort is told to recruiters alone, and refused by field', async () => {
  await site.create()
  const path = '/admin/applications/cohort-counts/'
  expect((await site.call('GET', path)).body).toEqual({
    results: [{ cohort: site.parents.cohort, name: 'Here', total: 1, waiting: 0 }],
  })
  expect((await site.call('GET', `${path}?status=ODD&created_from=x`)).body).toEqual({
    status: [expect.any(String)],
    created_from: [expect.any(String)],
  })
  expect((await site.call('GET', path, undefined, await site.app.signIn('EDITOR'))).status).toBe(
    403,
  )
})

test('of many who move, promote and decide at once, nobody gets a spot too many', async () => {
  const [there, small] = [await site.createOther(3), await site.createOther(4, 'Small')]
  const here = [await site.create(), await site.create(), await site.create(), await site.create()]
  const waiting = [await site.create(small), await site.create(small), await site.create(small)]
  await site.setWaiting(waiting, true)
  const rejected = [
    await site.create(there, { status: 'REJECTED' }),
    await site.create(there, { status: 'REJECTED' }),
  ]
  const outcomes = await Promise.all([
    site.move(here.slice(0, 3), there),
    site.move(here.toReversed(), small, {}, site.colleague),
    site.move(waiting, there, { waits_if_full: true }, site.colleague),
    site.promote(small, 3),
    ...rejected.map((id) => site.decide(id, 'PENDING')),
    ...here.map((id) => site.decide(id, 'SHORTLISTED')),
    site.call('DELETE', `/admin/applications/${here[3]}/`),
  ])
  for (const { status, body } of outcomes) {
    expect([200, 204, 404, 409], JSON.stringify(body)).toContain(status)
  }
  await site.registered()
})
