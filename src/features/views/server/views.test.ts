import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { SavedView } from '../contract.ts'
import { viewsMax } from '../validation.ts'

let app: TestApp
let diane: string
let eric: string
let admin: string
let editor: string
beforeEach(async () => {
  app = await startTestApp()
  diane = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  eric = await app.signIn('RECRUITER', { name: 'Eric Mugisha' })
  admin = await app.signIn('ADMIN', { name: 'Aline Uwase' })
  editor = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const view = {
  list: 'applications',
  name: "Women of 'Cohort 12'",
  parameters: 'gender=FEMALE&columns=name',
  is_shared: false,
  is_pinned: true,
}
const create = (json: object = {}, token = diane) =>
  app.json('/api/admin/views/', { method: 'POST', token, json: { ...view, ...json } })
const created = async (json: object = {}, token = diane): Promise<SavedView> =>
  (await create(json, token)).body
const patch = (id: number, json: object, token = diane) =>
  app.json(`/api/admin/views/${id}/`, { method: 'PATCH', token, json })
const remove = (id: number, token = diane) =>
  app.json(`/api/admin/views/${id}/`, { method: 'DELETE', token })
const list = (token: string, name = 'applications') =>
  app.json(`/api/admin/views/?list=${name}`, { token })
const namesFor = async (token: string) =>
  (await list(token)).body.results.map(({ name }: SavedView) => name)

test('a view is saved without the page, and its owner alone sees it', async () => {
  const { status, body } = await create({ parameters: '?gender=FEMALE&page=3&view=7&page_size=50' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    list: 'applications',
    name: "Women of 'Cohort 12'",
    parameters: 'gender=FEMALE&page_size=50',
    is_shared: false,
    is_pinned: true,
    is_own: true,
    by: 'Diane Keza',
  })
  expect((await list(diane)).body.results).toEqual([body])
  expect(await namesFor(eric)).toEqual([])
  expect(await namesFor(admin)).toEqual([])
})

test('a shared view is seen by everybody who sees the list, after their own ones', async () => {
  await created({ name: 'A shared one', is_shared: true })
  await created({ name: 'Zebra' }, eric)
  expect(await namesFor(eric)).toEqual(['Zebra', 'A shared one'])
  expect((await list(eric)).body.results[1]).toMatchObject({ is_own: false, by: 'Diane Keza' })
  expect((await list(editor)).status).toBe(403)
  expect((await list(diane, 'articles')).status).toBe(403)
  expect((await list(diane, 'users')).status).toBe(403)
})

test('every invalid field is named, and nothing is stored', async () => {
  const { status, body } = await create({
    list: 'secrets',
    name: ' ',
    parameters: 'x'.repeat(2_001),
    is_shared: 'maybe',
    is_pinned: null,
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    list: ['Please choose a list'],
    name: ['Please enter a name'],
    parameters: ['At most 2000 characters'],
    is_shared: ['Please choose true or false'],
    is_pinned: ['Please choose true or false'],
  })
  expect((await create({ name: 'x'.repeat(61) })).body).toEqual({ name: ['At most 60 characters'] })
  expect((await create({}, editor)).status).toBe(403)
  expect(await namesFor(diane)).toEqual([])
})

test('a query that is too long once it stands in the URL is refused', async () => {
  const { status, body } = await create({ parameters: `search=${'€'.repeat(1_000)}` })
  expect([status, body]).toEqual([400, { parameters: ['At most 2000 characters'] }])
})

test('a name is taken once by each user and list, however it is written', async () => {
  const first = await created({ name: 'İzmir Noëlla' })
  const taken = { name: ['There is a view of this name already'] }
  expect((await create({ name: 'izmir noella' })).body).toEqual(taken)
  const other = await created({ name: 'Another' })
  const { status, body } = await patch(other.id, { name: first.name })
  expect([status, body]).toEqual([400, taken])
  expect((await create({ name: 'İzmir Noëlla' }, eric)).status).toBe(201)
  expect((await create({ name: 'İzmir Noëlla', list: 'talents' })).status).toBe(201)
})

test('the owner renames, replaces, shares and deletes a view, and the audit log says so', async () => {
  const { id, updated_at } = await created()
  app.advanceS(60)
  const changes = { name: 'Shortlisted', parameters: 'status=SHORTLISTED', is_shared: true }
  const { body } = await patch(id, { ...changes, expected_updated_at: updated_at })
  expect(body).toMatchObject({ ...changes, is_pinned: true })
  expect(body.updated_at).not.toBe(updated_at)
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect((await patch(id, { name: 'Gone' })).status).toBe(404)
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target_id'])
    .where('target', '=', 'view')
    .orderBy('id')
    .execute()
  expect(lines).toEqual(
    ['created', 'changed', 'deleted'].map((action) => ({ action, target_id: String(id) })),
  )
})

test('a shared view is changed by its owner and administrators alone', async () => {
  const { id } = await created({ is_shared: true })
  expect((await patch(id, { name: 'Mine now' }, eric)).status).toBe(403)
  expect((await remove(id, eric)).status).toBe(403)
  expect((await patch(id, { name: 'No' }, editor)).status).toBe(404)
  expect((await remove(id, editor)).status).toBe(404)
  expect((await patch(id, { name: 'Tidied' }, admin)).body).toMatchObject({ name: 'Tidied' })
  const unshared = await patch(id, { is_shared: false }, admin)
  expect([unshared.status, unshared.body.is_shared]).toEqual([200, false])
  expect((await patch(id, { name: 'Again' }, admin)).status).toBe(404)
  expect((await remove(id, admin)).status).toBe(404)
  expect(await namesFor(diane)).toEqual(['Tidied'])
})

test('a private view is nobody else’s, whatever they send', async () => {
  const { id } = await created()
  const stale = { name: 'Seen?', expected_updated_at: '2020-01-01T00:00:00.000Z' }
  for (const token of [eric, admin, editor]) {
    const { status, body } = await patch(id, stale, token)
    expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('Women')])
    expect((await remove(id, token)).status).toBe(404)
  }
  expect(await namesFor(diane)).toEqual([view.name])
})

test('a view that somebody else has changed is not overwritten', async () => {
  const { id, updated_at } = await created({ is_shared: true })
  app.advanceS(60)
  await patch(id, { name: 'Tidied' }, admin)
  const { status, body } = await patch(id, { parameters: '', expected_updated_at: updated_at })
  expect(status).toBe(409)
  expect(body.detail).toContain('Aline Uwase (name)')
  expect(body.current).toMatchObject({ name: 'Tidied', parameters: view.parameters })
})

test('two tabs at once pass neither the limit nor a name', async () => {
  const at = '2026-03-01T08:00:00.000Z'
  const { id: user_id } = await app.services.database
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'Diane Keza')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: viewsMax - 1 }, (_, index) => ({
    user_id,
    list: 'applications',
    name: `View ${index}`,
    name_key: `view ${index}`,
    parameters: '',
    is_shared: 0,
    is_pinned: 0,
    created_at: at,
    updated_at: at,
  }))
  await app.services.database.insertInto('saved_views').values(rows).execute()
  const results = await Promise.all([1, 2, 3].map((one) => create({ name: `New ${one}` })))
  expect(results.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  expect(results.find(({ status }) => status === 400)?.body.name).toEqual([
    'There are 50 views of this list already. Please delete one first',
  ])
  const same = await Promise.all([1, 2].map(() => create({ name: 'Twice' }, eric)))
  expect(same.map(({ status }) => status).sort()).toEqual([201, 400])
})
