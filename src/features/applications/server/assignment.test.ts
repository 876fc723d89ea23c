import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication, insertManyApplications } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { auditLines } from '#testing/audit-lines.ts'

let app: TestApp
let diane: { id: number; token: string }
let eric: { id: number; token: string }
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp()
  diane = await signUp('Diane Keza')
  eric = await signUp('Eric Mugisha')
  parents = await createCohortAndStack(app, { limit: 2_000 })
})
afterEach(() => app[Symbol.asyncDispose]())

async function signUp(name: string, role: 'EDITOR' | 'RECRUITER' = 'RECRUITER') {
  const user = await createUser(app.services, { name, role })
  return { id: user.id, token: await signInAs(app.services, user) }
}
const create = () => createApplication(app.services, parents)
const get = async (path: string, by = diane) =>
  (await app.json(`/api${path}`, { token: by.token })).body
const detail = (id: number) => get(`/website/application/${id}/`)

/** Assigns applications. The clock goes on by a minute. */
async function assign(ids: number[], assignees: number[], more: object = {}, by = diane) {
  const response = await post(ids, assignees, more, by)
  app.advanceS(60)
  return response
}

function post(ids: number[], assignees: number[], more: object, by: typeof diane) {
  const json = { application_ids: ids, assignees, ...more }
  const init = { method: 'PATCH', token: by.token, json }
  return app.json('/api/admin/applications/batch-assign/', init)
}
const undo = (batch: number) =>
  app.json(`/api/admin/batches/${batch}/undo/`, { method: 'POST', token: diane.token, json: {} })
const assigneesOf = (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await detail(id)).assignee?.name ?? ''))

test('an application is assigned, found by its assignee, and its history tells it', async () => {
  const [one, other] = [await create(), await create()]
  const { body } = await assign([one], [eric.id])
  expect(body).toEqual({ succeeded: [one], failed: [], batch: expect.any(Number) })
  const found = async (assignee: string, by: typeof diane) =>
    (await get(`/website/application/?assignee=${assignee}`, by)).results.map(
      ({ id }: { id: number }) => id,
    )
  expect(await found('me', eric)).toEqual([one])
  expect(await found('me', diane)).toEqual([])
  expect(await found(String(eric.id), diane)).toEqual([one])
  expect(await found('none', diane)).toEqual([other])
  const { history, status } = await detail(one)
  expect(status).toBe('PENDING')
  expect(history[0]).toMatchObject({
    kind: 'assignee',
    from_text: '',
    to_text: 'Eric Mugisha',
    by: 'Diane Keza',
  })
})

test('many are shared out evenly, in parts as in one go', async () => {
  const claude = await signUp('Claude Ineza')
  const ids: number[] = []
  for (let index = 0; index < 7; index += 1) ids.push(await create())
  const three = [diane.id, eric.id, claude.id]
  const { body } = await assign(ids.slice(0, 4), three)
  const rest = await assign(ids.slice(4), three, { first: 4, batch: body.batch })
  expect(rest.body.batch).toBe(body.batch)
  expect(await assigneesOf(ids)).toEqual([
    'Diane Keza',
    'Eric Mugisha',
    'Claude Ineza',
    'Diane Keza',
    'Eric Mugisha',
    'Claude Ineza',
    'Diane Keza',
  ])
})

test('an assignment is undone to every former assignee, unless assigned anew since', async () => {
  const [one, two, three] = [await create(), await create(), await create()]
  await assign([two], [diane.id])
  const { body } = await assign([one, two, three], [eric.id])
  await assign([three], [], {}, eric)
  const text = (await undo(body.batch)).body
  expect(text).toContain('Eric Mugisha assigned this application to nobody at')
  expect(await assigneesOf([one, two, three])).toEqual(['', 'Diane Keza', ''])
  const { results } = await get('/admin/batches/?target=assignment')
  expect(results.at(-2)).toMatchObject({
    changed: 3,
    undone: 2,
    to_status: String(eric.id),
    labels: { [eric.id]: 'Eric Mugisha', [diane.id]: 'Diane Keza', '': 'Nobody' },
  })
  const changes = await get(`/admin/batches/${body.batch}/changes/`)
  expect(changes.labels).toEqual({ [diane.id]: 'Diane Keza', '': 'Nobody' })
})

test('an assignment of what somebody has assigned since fails and names them', async () => {
  const id = await create()
  await assign([id], [eric.id], {}, eric)
  const { body } = await assign([id, 999], [diane.id], { expected_assignees: { [id]: null } })
  expect(body).toEqual({
    succeeded: [],
    batch: null,
    failed: [
      {
        id,
        detail:
          'Eric Mugisha assigned this application to Eric Mugisha at 2 Mar 2026, 10:00. Please look at it again.',
      },
      { id: 999, detail: expect.stringContaining('not found') },
    ],
  })
  expect(await assigneesOf([id])).toEqual(['Eric Mugisha'])
})

test('what is as wanted already is no change', async () => {
  const id = await create()
  await assign([id], [eric.id])
  expect((await assign([id], [eric.id])).body).toEqual({ succeeded: [id], failed: [], batch: null })
  expect((await detail(id)).history).toHaveLength(2)
})

test('only colleagues who manage applications are taken, each once', async () => {
  const id = await create()
  const editor = await signUp('Editha', 'EDITOR')
  for (const assignees of [[editor.id], [999], [eric.id, eric.id], ['x'], 'x', undefined]) {
    const { status, body } = await assign([id], assignees as number[])
    expect([status, Object.keys(body)], String(assignees)).toEqual([400, ['assignees']])
  }
  expect((await assign([], [eric.id])).body).toHaveProperty('application_ids')
  expect((await assign([id], [eric.id], { first: -1 })).body).toHaveProperty('first')
  expect((await assign([id], [eric.id], { batch: 999 })).status).toBe(404)
  expect((await assign([id], [eric.id], {}, editor)).status).toBe(403)
  expect(await assigneesOf([id])).toEqual([''])
})

test('all that match are assigned evenly, and the audit log has one line', async () => {
  await insertManyApplications(app.services, parents, 1_001)
  app.advanceS(60)
  const { seen_at, total_items } = await get('/website/application/?assignee=none')
  const response = await app.request('/api/admin/applications/batch-assign/matching/', {
    method: 'PATCH',
    token: diane.token,
    json: {
      filters: { assignee: 'none' },
      seen_at,
      seen_total: total_items,
      assignees: [diane.id, eric.id],
    },
  })
  expect(await response.text()).toContain('"succeeded":1001')
  const count = async (by: typeof diane) =>
    (await get('/website/application/?assignee=me', by)).total_items
  expect([await count(diane), await count(eric)]).toEqual([501, 500])
  const lines = (await auditLines(app)).filter(({ action }) => action === 'batch')
  expect(lines.map(({ details }) => details)).toMatchObject([
    { action: 'assign', assignees: [diane.id, eric.id], succeeded: 1_001, failed: 0 },
  ])
})

test('all that match are assigned but those that a colleague has assigned since', async () => {
  const [one, two] = [await create(), await create()]
  app.advanceS(60)
  const { seen_at, total_items } = await get('/website/application/')
  app.advanceS(60)
  await assign([one], [eric.id], {}, eric)
  const response = await app.request('/api/admin/applications/batch-assign/matching/', {
    method: 'PATCH',
    token: diane.token,
    json: { filters: {}, seen_at, seen_total: total_items, assignees: [diane.id] },
  })
  expect(await response.text()).toContain('Eric Mugisha assigned this application to Eric Mugisha')
  expect(await assigneesOf([one, two])).toEqual(['Eric Mugisha', 'Diane Keza'])
})

test('two who assign the same at once: one wins, the other is told', async () => {
  for (let round = 0; round < 8; round += 1) {
    const ids = [await create(), await create()]
    const expected_assignees = Object.fromEntries(ids.map((id) => [id, null]))
    const responses = await Promise.all([
      post(ids, [diane.id], { expected_assignees }, diane),
      post(ids.toReversed(), [eric.id], { expected_assignees }, eric),
    ])
    const counts = responses.map(({ body }) => body.succeeded.length)
    expect(counts.toSorted()).toEqual([0, 2])
    const winner = counts[0] === 2 ? 'Diane Keza' : 'Eric Mugisha'
    expect(await assigneesOf(ids)).toEqual([winner, winner])
  }
})

test('an application outlasts its assignee, and its history tells who has deleted them', async () => {
  const id = await create()
  const { body } = await assign([id], [eric.id])
  await assign([id], [])
  await assign([id], [eric.id])
  const admin = await app.signIn('ADMIN', { name: 'Jean d’Amour' })
  const before = (await detail(id)).updated_at
  await app.json(`/api/admin/users/${eric.id}/`, { method: 'DELETE', token: admin })
  const { assignee, history, updated_at } = await detail(id)
  expect(assignee).toBeNull()
  // Retention counts from it.
  expect(updated_at).toBe(before)
  expect(history[0]).toMatchObject({
    kind: 'assignee',
    from_text: 'Eric Mugisha',
    to_text: '',
    by: 'Jean d’Amour',
  })
  const assignments = history.filter(({ kind }: { kind: string }) => kind === 'assignee')
  expect(assignments).toHaveLength(4)
  const { results } = await get('/admin/batches/')
  expect(results.at(-1).id).toBe(body.batch)
  expect(Object.values(results.at(-1).labels)).toContain('A deleted user')
})
