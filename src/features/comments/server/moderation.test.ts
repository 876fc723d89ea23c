import { afterEach, beforeEach, expect, test } from 'vitest'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
let article: number
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
  article = await createArticle(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Parameters<typeof createComment>[2] = {}) =>
  createComment(app.services, article, overrides)
const send = (method: string, path: string, json: unknown = {}) =>
  app.json(`/api/admin/comments/${path}`, { method, token, json })
const list = async (query = '') =>
  (await app.json(`/api/website/comments/?${query}`, { token })).body
const shown = async () => {
  const { body } = await app.json(`/api/website/news/${article}/comments/`)
  return body.results.map((comment: { id: number }) => comment.id)
}
const held = { held_at: '2026-03-02T07:00:00.000Z' }

test('staff see every comment and reply with its e-mail, its status and its article', async () => {
  const parent = await create({ name: 'Aline', email: 'aline@example.rw' })
  app.advanceS(1)
  await create({ parent_id: parent, status: 'REJECTED' })
  const { results, total_items } = await list()
  expect(total_items).toBe(2)
  expect(results[0]).toMatchObject({ parent, status: 'REJECTED' })
  expect(results[1]).toEqual({
    id: parent,
    name: 'Aline',
    email: 'aline@example.rw',
    message: 'This is how we did it in Huye, too.',
    status: 'PENDING',
    is_held: false,
    parent: null,
    created_at: '2026-03-02T08:00:00.000Z',
    article: {
      id: article,
      title: 'What a first cohort teaches its teachers',
      slug: 'what-a-first-cohort-teaches-its-teachers',
    },
  })
})

test('the list is filtered, searched without accents, sorted and paged', async () => {
  const other = await createArticle(app.services, { title: 'Another' })
  await create({ name: 'Noëlla', status: 'APPROVED' })
  await create({ name: 'Bosco', ...held })
  await createComment(app.services, other, { name: 'Claudine' })
  const names = async (query: string) =>
    (await list(query)).results.map((comment: { name: string }) => comment.name)
  expect(await names('status=approved')).toEqual(['Noëlla'])
  expect(await names('status=PENDING&is_held=true')).toEqual(['Bosco'])
  expect(await names(`news_id=${other}`)).toEqual(['Claudine'])
  expect(await names('search=noella')).toEqual(['Noëlla'])
  expect(await names('status=all&ordering=name')).toEqual(['Bosco', 'Claudine', 'Noëlla'])
  expect(await names('page=2&page_size=2&ordering=name')).toEqual(['Noëlla'])
  expect((await list('status=shouted')).status).toEqual(['Please choose a status'])
})

test('a held comment is visible once it is approved', async () => {
  const id = await create(held)
  expect(await shown()).toEqual([])
  expect((await send('PATCH', `${id}/approve/`)).body).toMatchObject({
    id,
    status: 'APPROVED',
    is_held: false,
  })
  expect(await shown()).toEqual([id])
})

test('a rejected comment is never shown to visitors, nor are its replies', async () => {
  const id = await create()
  await create({ parent_id: id })
  const visible = await create()
  expect((await send('PATCH', `${id}/reject/`)).body.status).toBe('REJECTED')
  expect(await shown()).toEqual([visible])
  const { body } = await app.json(`/api/website/news/${article}/`)
  expect(body.comments.map((comment: { id: number }) => comment.id)).toEqual([visible])
})

test('a rejected or held reply is replaced by the previous one', async () => {
  const id = await create()
  const first = await create({ parent_id: id })
  await create({ parent_id: id, status: 'REJECTED' })
  await create({ parent_id: id, ...held })
  const { body } = await app.json(`/api/website/news/${article}/comments/`)
  expect(body.results[0].latest_reply.id).toBe(first)
})

test('deleting a comment deletes its replies', async () => {
  const id = await create()
  await create({ parent_id: id })
  expect((await send('DELETE', `${id}/`)).status).toBe(204)
  expect((await list()).total_items).toBe(0)
  expect((await send('DELETE', `${id}/`)).status).toBe(404)
  expect((await send('PATCH', `${id}/approve/`)).status).toBe(404)
  expect((await send('PATCH', `${id}/reject/`)).status).toBe(404)
})

test('a batch reports the outcome of each comment', async () => {
  const [one, two] = [await create(held), await create(held)]
  const batch = (action: string, comment_ids: unknown) =>
    send('PATCH', 'batch/', { action, comment_ids })
  const missing = { id: 999, detail: 'This comment was not found. It may have been deleted.' }
  expect((await batch('approve', [one, two, two, 999])).body).toEqual({
    succeeded: [one, two],
    failed: [missing],
  })
  expect(await shown()).toEqual([two, one])
  expect((await batch('reject', [one])).body).toEqual({ succeeded: [one], failed: [] })
  expect(await shown()).toEqual([two])
  const response = await create({ parent_id: two })
  // The reply is deleted with its comment and still counts as done.
  expect((await batch('delete', [two, response])).body).toEqual({
    succeeded: [two, response],
    failed: [],
  })
  expect((await list()).total_items).toBe(1)
})

test('a batch without comments or with an unknown action is refused', async () => {
  const id = await create()
  expect(await send('PATCH', 'batch/', { comment_ids: [], action: 'burn' })).toMatchObject({
    status: 400,
    body: { comment_ids: ['Please select at least one'], action: ['Please choose an action'] },
  })
  expect((await send('PATCH', 'batch/', { comment_ids: [id, 'x'], action: 'delete' })).status).toBe(
    400,
  )
  expect((await list()).total_items).toBe(1)
})

test('only editors moderate and list comments', async () => {
  const id = await create()
  const recruiter = await app.signIn('RECRUITER')
  const calls = [
    ['GET', '/api/website/comments/'],
    ['PATCH', `/api/admin/comments/${id}/approve/`],
    ['PATCH', `/api/admin/comments/${id}/reject/`],
    ['DELETE', `/api/admin/comments/${id}/`],
    ['PATCH', '/api/admin/comments/batch/'],
  ] as const
  for (const [method, path] of calls) {
    const body = method === 'GET' ? {} : { json: { comment_ids: [id], action: 'delete' } }
    expect((await app.json(path, { method, ...body })).status, path).toBe(401)
    expect((await app.json(path, { method, token: recruiter, ...body })).status, path).toBe(403)
  }
  expect(await shown()).toEqual([id])
})
