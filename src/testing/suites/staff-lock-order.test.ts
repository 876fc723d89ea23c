import { afterEach, beforeEach, expect } from 'vitest'
import { lockRow } from '#database/lock-row.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createSlot } from '#seed/factories/interviews.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { applicationForm, createCohortAndStack, apply as submit } from '../applying.ts'
import { onPostgres } from '../engines.ts'
import { type Hold, holdTable, holdWhile } from '../lock-waits.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, json?: object, by = token) =>
  app.json(`/api/${path}`, { method, token: by, ...(json && { json }) })
const apply = async (parents?: Awaited<ReturnType<typeof createCohortAndStack>>) =>
  createApplication(app.services, parents ?? (await createCohortAndStack(app)))
const recruiter = (name = 'Eric Mugabo') => createUser(app.services, { role: 'RECRUITER', name })
const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status)

const deletingUser =
  (id: number): Hold =>
  (held) =>
    held.deleteFrom('users').where('id', '=', id).execute()
const assign = (id: number, user: number) =>
  call('PATCH', 'admin/applications/batch-assign/', { application_ids: [id], assignees: [user] })
const decide = (id: number, by?: string, notes = '') =>
  call('POST', `website/application/${id}/change-status/`, { status: 'REVIEWING', notes }, by)

onPostgres('nobody who is deleted at the same time gets an application', async () => {
  const [id, { id: user }] = [await apply(), await recruiter()]
  const [assigned] = await holdWhile(app, deletingUser(user), [() => assign(id, user)])
  expect([assigned.status, assigned.body.failed[0].detail]).toEqual([
    200,
    'Who took care of it has no account any more.',
  ])
})

onPostgres('nobody who is deleted at the same time is mentioned', async () => {
  const parents = await createCohortAndStack(app)
  const [id, other] = [await apply(parents), await apply(parents)]
  const { id: user } = await recruiter()
  const text = 'Please see @Eric Mugabo'
  const responses = await holdWhile(app, deletingUser(user), [
    () => call('POST', `admin/applications/${id}/notes/`, { text }),
    () => decide(other, token, text),
  ])
  expect(statusesOf(responses)).toEqual([201, 200])
  expect(responses[0].body.mentions).toEqual([])
})

onPostgres('who is deleted during a call is told that the session has ended', async () => {
  const [id, user] = [await apply(), await recruiter()]
  const by = await signInAs(app.services, user)
  const view = { name: 'Mine', parameters: '', is_shared: true, is_pinned: false }
  const responses = await holdWhile(app, deletingUser(user.id), [
    () => call('POST', `admin/applications/${id}/notes/`, { text: 'Called her.' }, by),
    () => call('POST', 'admin/views/', { list: 'talents', ...view }, by),
    () => decide(id, by),
  ])
  expect(responses.map(({ body }) => body)).toEqual(Array(3).fill({ detail: 'Invalid token' }))
})

onPostgres('a user is deleted while they decide on what they take care of', async () => {
  const [id, user] = [await apply(), await recruiter()]
  const by = await signInAs(app.services, user)
  await assign(id, user.id)
  const responses = await holdWhile(app, holdTable('application_history'), [
    () => decide(id, by),
    () => call('DELETE', `admin/users/${user.id}/`),
  ])
  expect(statusesOf(responses)).toEqual([200, 204])
})

onPostgres('applications are shared out while who takes care of them is deleted', async () => {
  const parents = await createCohortAndStack(app)
  const [one, two] = [await apply(parents), await apply(parents)]
  const [leaving, first, second] = [await recruiter(), await recruiter(), await recruiter()]
  for (const id of [one, two]) await assign(id, leaving.id)
  const json = { application_ids: [two, one], assignees: [first.id, second.id] }
  const responses = await holdWhile(
    app,
    (held) =>
      held.updateTable('applications').set({ search_text: '' }).where('id', '=', two).execute(),
    [
      () => call('PATCH', 'admin/applications/batch-assign/', json),
      () => call('DELETE', `admin/users/${leaving.id}/`),
    ],
  )
  expect(statusesOf(responses)).toEqual([200, 204])
})

onPostgres(
  "applications are moved to where one of them is applied for by a bot's form",
  async () => {
    const parents = await createCohortAndStack(app)
    const email = 'aline@example.rw'
    const same = await createApplication(app.services, parents, { email })
    const [other, target] = [await apply(parents), await createCohort(app.services)]
    const form = applicationForm({ ...parents, cohort: target }, { email, website: 'huza.example' })
    const json = { application_ids: [same, other], cohort: target }
    const [sent, moved] = await holdWhile(app, holdTable('application_keys'), [
      () => submit(app, form),
      () => call('PATCH', 'admin/applications/batch-move/', json),
    ])
    expect(statusesOf([sent, moved])).toEqual([201, 200])
    expect([moved.body.succeeded, moved.body.failed[0].id]).toEqual([[other], same])
  },
)

onPostgres('an application is deleted while one of its notes is changed', async () => {
  const id = await apply()
  const path = `admin/applications/${id}/`
  const note = (await call('POST', `${path}notes/`, { text: 'Called her.' })).body.id
  const responses = await holdWhile(app, holdTable('application_mentions', 'access exclusive'), [
    () => call('PATCH', `admin/applications/notes/${note}/`, { text: 'Called her twice.' }),
    () => call('DELETE', path),
  ])
  expect(statusesOf(responses)).toEqual([200, 204])
})

onPostgres.each<[string, (slot: number, panel: number[]) => [string, string, object]]>([
  [
    'made',
    (_, panel) => [
      'POST',
      'admin/interview-slots/',
      {
        cohort: 1,
        days: ['2026-04-01'],
        from: '09:00',
        to: '10:00',
        length: 30,
        place: 'Room 2',
        panel,
      },
    ],
  ],
  ['changed', (slot, panel) => ['PATCH', `admin/interview-slots/${slot}/`, { panel }]],
])(
  'times for interviews are %s while a member of the panel decides and is deleted',
  async (_, request) => {
    const id = await apply()
    const { cohort_id: cohort } = await app.services.database
      .selectFrom('applications')
      .select('cohort_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const user = await recruiter()
    const by = await signInAs(app.services, user)
    const slot = await createSlot(app.services, { cohort })
    const [method, path, json] = request(slot, [user.id])
    const responses = await holdWhile(app, (held) => lockRow(held, 'users', user.id), [
      () => call('DELETE', `admin/users/${user.id}/`),
      () => call(method, path, 'cohort' in json ? { ...json, cohort } : json),
      () => decide(id, by),
    ])
    expect(statusesOf(responses)).toEqual([204, 400, 200])
    expect(responses[1].body).toEqual({ panel: ['Somebody of the panel has no account any more'] })
  },
)

onPostgres.each(['the criteria change', 'they score'])(
  'a user is deleted while %s of what they take care of and have scored',
  async (what) => {
    const [id, user] = [await apply(), await recruiter()]
    const by = await signInAs(app.services, user)
    const cohort = (await call('GET', `admin/applications/${id}/scores/`)).body.cohort
    const setCriteria = (...names: string[]) =>
      call('PATCH', `admin/cohorts/${cohort}/criteria/`, {
        criteria: names.map((name) => ({ name })),
        is_confirmed: true,
      })
    const { criteria } = (await setCriteria('Logic', 'English', 'Motivation')).body
    const scores = Object.fromEntries(criteria.map((one: { id: number }) => [one.id, 3]))
    const score = () => call('PATCH', `admin/applications/${id}/scores/`, { scores }, by)
    await score()
    await assign(id, user.id)
    // Applications have lost the user by then, and scorings have not.
    const responses = await holdWhile(app, holdTable('saved_views'), [
      () => call('DELETE', `admin/users/${user.id}/`),
      what === 'they score' ? score : () => setCriteria('Logic', 'English', 'Curiosity'),
    ])
    expect(statusesOf(responses)).toEqual([204, what === 'they score' ? 401 : 200])
  },
)
