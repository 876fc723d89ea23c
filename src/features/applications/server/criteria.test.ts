import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { auditLines } from '#testing/audit-lines.ts'

type Named = { id?: number; name: string; hint?: string }

let app: TestApp
let token: string
let cohort: number
let id: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  const parents = await createCohortAndStack(app)
  cohort = parents.cohort
  id = await createApplication(app.services, parents)
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, json?: object) =>
  app.json(`/api/admin${path}`, { method, token, ...(json && { json }) })
const path = () => `/cohorts/${cohort}/criteria/`
const get = async () => (await call('GET', path())).body
const set = (criteria: unknown, more: object = {}) => call('PATCH', path(), { criteria, ...more })
const three: Named[] = [
  { name: 'Motivation', hint: 'Why us, why now' },
  { name: 'Logic' },
  { name: 'English' },
]
/** Scores the application by all criteria. */
async function scoreAll(value: number) {
  const { criteria } = await get()
  const scores = Object.fromEntries(criteria.map((one: { id: number }) => [one.id, value]))
  return (await call('PATCH', `/applications/${id}/scores/`, { scores })).body
}
const scores = async () => (await call('GET', `/applications/${id}/scores/`)).body

test('a cohort has no criteria at first, and keeps those that it gets in their order', async () => {
  expect(await get()).toMatchObject({ id: cohort, criteria: [], scored: 0 })
  const { status, body } = await set(three)
  expect(status).toBe(200)
  expect(body.criteria).toMatchObject([
    { name: 'Motivation', hint: 'Why us, why now' },
    { name: 'Logic', hint: '' },
    { name: 'English', hint: '' },
  ])
  const [first, second, third] = body.criteria
  const turned = await set([third, { ...first, name: '  Drive ' }, second])
  expect(turned.body.criteria).toEqual([third, { ...first, name: 'Drive' }, second])
  expect((await set([])).body.criteria).toEqual([])
})

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `C${index}` }))
const howMany = 'Please name 3 to 5 criteria, or none'
test.each([
  [many(2), howMany],
  [many(6), howMany],
  [undefined, howMany],
  [[...many(2), { name: ' ' }], 'Each criterion needs a name'],
  [[...many(2), { name: 'x'.repeat(61) }], 'At most 60 characters'],
  [[...many(2), { name: 'x', hint: 'x'.repeat(201) }], 'At most 200 characters'],
  [[...many(2), { name: 'É1' }, { name: 'e1' }], 'Each criterion needs a name of its own'],
  [[...many(2), { id: 'x', name: 'x' }], 'A valid id is required'],
  [
    [...many(2), { id: 999, name: 'Logic' }],
    '“Logic” has been taken out meanwhile. Please look at the criteria again',
  ],
])('the criteria %j are refused by field', async (criteria, message) => {
  const { status, body } = await set(criteria)
  expect([status, body]).toEqual([400, { criteria: [message] }])
  expect((await get()).criteria).toEqual([])
})

test('a change that makes scores incomplete asks first, and archives rather than deletes', async () => {
  await set(three)
  expect(await scoreAll(3)).toMatchObject({ mean: 3 })
  const { criteria } = await get()
  expect((await get()).scored).toBe(1)
  const next = [criteria[0], criteria[1], { name: 'Teamwork' }]
  const asked = await set(next)
  expect(asked.status).toBe(400)
  const [text] = asked.body.is_confirmed
  expect(text).toContain('Scores have been given to 1 application.')
  expect(text).toMatch(/Those by “English” do not count.*scored by “Teamwork”, too/)
  expect((await get()).criteria).toEqual(criteria)

  await set(next, { is_confirmed: true })
  expect(await scores()).toMatchObject({ my_mean: null, mine: [{ value: 3 }, { value: 3 }] })
  const back = await set([criteria[0], criteria[1], { name: 'english' }], { is_confirmed: true })
  expect(back.body.criteria[2]).toEqual({ id: criteria[2].id, name: 'english', hint: '' })
  expect(await scores()).toMatchObject({ my_mean: 3, mean: 3 })
})

test('renaming and turning round asks nothing, however much is scored', async () => {
  await set(three)
  await scoreAll(2)
  const { criteria } = await get()
  const renamed = criteria.map((one: Named) => ({ ...one, name: `New ${one.name}` })).reverse()
  expect((await set(renamed)).status).toBe(200)
  expect(await scores()).toMatchObject({ my_mean: 2 })
})

test('criteria that a colleague has set since are not overwritten, and it is told who did', async () => {
  const { updated_at: expected_updated_at } = await get()
  app.advanceS(60)
  await set(three)
  const { status, body } = await set([], { expected_updated_at })
  expect([status, body.detail]).toEqual([409, expect.stringContaining('Diane Keza (criteria)')])
  expect(body.current.criteria).toHaveLength(3)
})

test('a score and a change of the criteria at once leave a mean by those that there are', async () => {
  await set(three)
  await scoreAll(4)
  for (let round = 0; round < 10; round += 1) {
    const { criteria } = await get()
    const next = [criteria[0], criteria[1], { name: `Round ${round}` }]
    await Promise.all([set(next, { is_confirmed: true }), scoreAll(4)])
    expect(await scoreAll(4)).toMatchObject({ my_mean: 4, mean: 4 })
  }
})

test('a cohort that is duplicated gives its criteria to the copy', async () => {
  await set(three)
  const { body: copy } = await call('POST', `/cohorts/${cohort}/duplicate/`)
  const { body } = await call('GET', `/cohorts/${copy.id}/criteria/`)
  expect(body.criteria.map(({ name }: Named) => name)).toEqual(three.map(({ name }) => name))
})

test('a cohort that is gone has no criteria', async () => {
  cohort = 999
  expect((await call('GET', path())).status).toBe(404)
  expect((await set(three)).status).toBe(404)
})

test('setting criteria is a line of the audit log', async () => {
  await set(three)
  expect((await auditLines(app)).at(-1)).toEqual({
    action: 'changed',
    target: 'criteria of cohort',
    target_id: String(cohort),
    details: { added: 3, archived: 0 },
  })
})
