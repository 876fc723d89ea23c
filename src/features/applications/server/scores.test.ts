import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { auditLines } from '#testing/audit-lines.ts'

type Colleague = { id: number; token: string }
type Criterion = { id: number; name: string; hint: string }

let app: TestApp
let diane: Colleague
let eric: Colleague
let parents: { cohort: number; tech_stack: string }
let id: number
let criteria: Criterion[]
beforeEach(async () => {
  app = await startTestApp()
  diane = await signUp('Diane Keza')
  eric = await signUp("Eric N'Gabo")
  parents = await createCohortAndStack(app)
  id = await createApplication(app.services, parents)
  criteria = await setNames(['Motivation', 'Logic', 'English'])
})
afterEach(() => app[Symbol.asyncDispose]())

async function signUp(name: string) {
  const user = await createUser(app.services, { name, role: 'RECRUITER' })
  return { id: user.id, token: await signInAs(app.services, user) }
}
const call = (method: string, path: string, { token } = diane, json?: object) =>
  app.json(`/api${path}`, { method, token, ...(json && { json }) })
async function setNames(names: string[], cohort = parents.cohort): Promise<Criterion[]> {
  const wanted = { criteria: names.map((name) => ({ name })), is_confirmed: true }
  return (await call('PATCH', `/admin/cohorts/${cohort}/criteria/`, diane, wanted)).body.criteria
}
const path = (of = id) => `/admin/applications/${of}/scores/`
const score = (scores: object, by = diane, of = id) => call('PATCH', path(of), by, { scores })
/** Scores by all criteria, in their order. */
const scoreAll = (values: number[], by = diane, of = id) =>
  score(Object.fromEntries(criteria.map((one, index) => [one.id, values[index]])), by, of)
const scores = async (by = diane, of = id) => (await call('GET', path(of), by)).body
const list = async (query = '', by = diane) =>
  (await call('GET', `/website/application/?${query}`, by)).body
const idsOf = async (query: string, by = diane) =>
  (await list(query, by)).results.map((one: { id: number }) => one.id)

test('an application is scored criterion by criterion, and a score is taken back', async () => {
  const [first, second, third] = criteria as [Criterion, Criterion, Criterion]
  const begun = await score({ [first.id]: 4 })
  expect(begun.status).toBe(200)
  expect(begun.body).toEqual({
    id,
    cohort: parents.cohort,
    criteria,
    mine: [{ criterion: first.id, value: 4 }],
    my_mean: null,
    colleagues: [],
    hidden: 0,
    mean: null,
  })
  const { body } = await score({ [second.id]: 3, [third.id]: 2 })
  expect([body.my_mean, body.mean, body.mine.length]).toEqual([3, 3, 3])
  expect((await score({ [first.id]: 1 })).body.my_mean).toBe(2)
  expect((await score({ [third.id]: null })).body).toMatchObject({ my_mean: null, mean: null })
  await score({ [first.id]: null, [second.id]: null })
  expect(await scores()).toMatchObject({ mine: [] })
  const left = await app.services.database.selectFrom('application_scorings').selectAll().execute()
  expect(left).toEqual([])
})

test("colleagues' scores and the mean are hidden until one's own are complete, everywhere", async () => {
  await scoreAll([4, 4, 3], eric)
  const [first] = criteria as [Criterion]
  for (const own of [{}, { [first.id]: 2 }]) {
    if (first.id in own) await score(own)
    expect(await scores()).toMatchObject({ colleagues: [], hidden: 1, mean: null })
    const [row] = (await list()).results
    expect([row.score_count, row.score_mean]).toEqual([1, null])
    const { body: detail } = await call('GET', `/website/application/${id}/`)
    expect(detail.score_mean).toBeNull()
    expect(await idsOf('ordering=-score')).toEqual([])
  }
  await scoreAll([2, 2, 2])
  expect(await scores()).toMatchObject({
    hidden: 0,
    mean: 2.84,
    my_mean: 2,
    colleagues: [
      { by: "Eric N'Gabo", mean: 3.67, scores: [{ value: 4 }, { value: 4 }, { value: 3 }] },
    ],
  })
  const [row] = (await list()).results
  expect([row.score_count, row.score_mean]).toEqual([2, 2.84])
  await score({ [first.id]: null })
  expect(await scores()).toMatchObject({ colleagues: [], hidden: 1, mean: null })
})

test('the list is sorted by the mean of those that one has scored, and filtered by what one has not', async () => {
  const other = await createApplication(app.services, parents)
  const third = await createApplication(app.services, parents)
  const elsewhere = await createApplication(app.services, {
    ...parents,
    cohort: await createCohort(app.services),
  })
  await scoreAll([1, 1, 1], diane, other)
  await scoreAll([4, 4, 4], diane, id)
  await scoreAll([4, 4, 4], eric, third)
  expect(await idsOf('ordering=-score')).toEqual([id, other])
  expect(await idsOf('ordering=score')).toEqual([other, id])
  expect(await idsOf('is_scored=false')).toEqual([third])
  expect(await idsOf('is_scored=true')).toEqual([other, id])
  expect(await idsOf('is_scored=false', eric)).toEqual([other, id])
  expect(await idsOf('')).toContain(elsewhere)
  const { body } = await call('GET', `/admin/applications/${id}/neighbours/?ordering=-score`)
  expect(body).toMatchObject({ previous: null, next: other })
  const wrong = await call('GET', '/website/application/?is_scored=perhaps')
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['is_scored']])
})

test('the list by score has none of those that one has not scored, if only these are asked for', async () => {
  const other = await createApplication(app.services, parents)
  await scoreAll([1, 1, 1], diane, other)
  for (const ordering of ['score', '-score']) {
    const { results, total_items } = await list(`is_scored=false&ordering=${ordering}`)
    expect([results, total_items], ordering).toEqual([[], 0])
  }
  const around = `/admin/applications/${other}/neighbours/?is_scored=false&ordering=score`
  expect((await call('GET', around)).body).toMatchObject({ previous: null, next: null })
  expect(await idsOf('is_scored=false')).toEqual([id])
})

test('the list by score tells no place and no neighbours of what one has not scored', async () => {
  const others = [await createApplication(app.services, parents)]
  others.push(await createApplication(app.services, parents))
  await scoreAll([1, 1, 1], diane, others[0])
  await scoreAll([4, 4, 4], diane, others[1])
  await scoreAll([2, 3, 3], eric)
  const around = async (query: string) => [
    (await call('GET', `/admin/applications/${id}/neighbours/?${query}`)).body,
    (await call('GET', `/admin/applications/${id}/place/?${query}`)).body,
  ]
  for (const query of ['ordering=-score', 'ordering=score', 'ordering=score&status=PENDING']) {
    expect(await around(query), query).toEqual([
      { previous: null, next: null, upcoming: [] },
      { place: null, total: 2 },
    ])
  }
  await scoreAll([2, 2, 2])
  expect(await around('ordering=-score')).toEqual([
    { previous: others[1], next: others[0], upcoming: [others[0]] },
    { place: 2, total: 3 },
  ])
  const gone = await call('GET', '/admin/applications/999/place/?ordering=score')
  expect(gone.status).toBe(404)
})

test('a batch changes what one has not scored, as it was filtered', async () => {
  const other = await createApplication(app.services, parents)
  await scoreAll([1, 1, 1], diane, other)
  const { seen_at } = await list('is_scored=false')
  const json = { filters: { is_scored: false }, seen_at, seen_total: 1, status: 'REVIEWING' }
  const response = await app.request('/api/admin/applications/batch-status/matching/', {
    method: 'PATCH',
    token: diane.token,
    json,
  })
  await response.text()
  expect(await idsOf('status=REVIEWING')).toEqual([id])
})

test('the export has the mean only where the list shows it', async () => {
  await scoreAll([4, 3, 3])
  const read = async (by: Colleague) => {
    const request = { method: 'POST', token: by.token, json: { filters: {} } }
    const response = await app.request('/api/admin/applications/export/?format=csv', request)
    const [heads = '', row = ''] = (await response.text()).split('\r\n')
    return { heads, row }
  }
  const { heads, row } = await read(diane)
  expect(heads).toMatch(/Status since,Scored by,Mean score$/)
  expect(row).toMatch(/,1,3.33$/)
  expect((await read(eric)).row).toMatch(/,1,$/)
})

test.each([
  [{}, 'Please give a score'],
  [undefined, 'Please give a score'],
  [{ 1: 0 }, 'Please give 1 to 4'],
  [{ 1: 5 }, 'Please give 1 to 4'],
  [{ 1: 2.5 }, 'Please give 1 to 4'],
  [{ 1: 'much' }, 'Please give 1 to 4'],
])('the scores %j are refused by field', async (given, message) => {
  const { status, body } = await call('PATCH', path(), diane, { scores: given })
  expect([status, body]).toEqual([400, { scores: [message] }])
  expect((await scores()).mine).toEqual([])
})

test('a criterion that is named twice by other spellings of its id is refused', async () => {
  const [first] = criteria as [Criterion]
  const refused = await score({ [first.id]: 3, [`0${first.id}`]: 2 })
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['scores']])
  expect(await scores()).toMatchObject({ mine: [] })
})

test('what is gone is not scored', async () => {
  const elsewhere = await createCohort(app.services)
  const [foreign] = await setNames(['One', 'Two', 'Three'], elsewhere)
  const { status, body } = await score({ [foreign?.id ?? 0]: 3 })
  expect([status, body.detail]).toEqual([
    409,
    'The criteria of this cohort have changed. Please look at them again.',
  ])
  expect((await scoreAll([1, 1, 1], diane, 999)).status).toBe(404)
  expect((await call('GET', path(999))).status).toBe(404)
})

test('the audit log names the criteria, not the scores', async () => {
  await scoreAll([4, 3, 2])
  expect((await auditLines(app)).at(-1)).toEqual({
    action: 'changed',
    target: 'scores of application',
    target_id: String(id),
    details: { criteria: criteria.map((one) => one.id) },
  })
})

test('who moves to another cohort is scored by its criteria, and again by these once back', async () => {
  await scoreAll([4, 4, 4])
  const elsewhere = await createCohort(app.services)
  await setNames(['One', 'Two', 'Three'], elsewhere)
  const move = (cohort: number) =>
    call('PATCH', '/admin/applications/batch-move/', diane, { application_ids: [id], cohort })
  await move(elsewhere)
  expect(await scores()).toMatchObject({ mine: [], my_mean: null, mean: null })
  expect((await list()).results[0].score_count).toBe(0)
  await move(parents.cohort)
  expect(await scores()).toMatchObject({ my_mean: 4, mean: 4 })
})

test('who is restored after the criteria changed has no mean by the former ones', async () => {
  await scoreAll([3, 3, 3])
  await call('DELETE', `/admin/applications/${id}/`)
  await setNames(['Motivation', 'Logic', 'English', 'Curiosity'])
  const json = { kind: 'application', row_ids: [id] }
  expect((await call('POST', '/admin/trash/undo/', diane, json)).body.failed).toEqual([])
  expect(await scores()).toMatchObject({ my_mean: null, mean: null })
  expect(await idsOf('ordering=-score')).toEqual([])
})

test('scores outlast the user who gave them', async () => {
  await scoreAll([4, 4, 4], eric)
  await app.services.database.deleteFrom('users').where('id', '=', eric.id).execute()
  await scoreAll([2, 2, 2])
  expect(await scores()).toMatchObject({ mean: 3, colleagues: [{ by: "Eric N'Gabo" }] })
})

test('scores of two tabs and of two colleagues at once are all kept', async () => {
  const [first, second, third] = criteria.map((one) => one.id) as [number, number, number]
  for (let round = 0; round < 10; round += 1) {
    const of = await createApplication(app.services, parents)
    const responses = await Promise.all([
      score({ [first]: 1 }, diane, of),
      score({ [second]: 2 }, diane, of),
      score({ [third]: 3 }, diane, of),
      scoreAll([4, 4, 4], eric, of),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await scores(diane, of)).toMatchObject({ my_mean: 2, mean: 3 })
  }
})
