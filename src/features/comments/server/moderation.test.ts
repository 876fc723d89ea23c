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

test('staff see every comment and reply with its email, its status and its article', async () => {
  const parent = await create({ name: 'Aline', email: 'aline@example.rw' })
  app.advanceS(1)
  await create({ parent_id: parent, status: 'REJECTED' })
  const { results, total_items } = await list()
  expect(total_items).toBe(2)
  expect(results[0]).toMatchObject({
    parent,
    status: 'REJECTED',
    in_reply_to: { name: 'Aline' },
  })
  expect(results[1]).toEqual({
    id: parent,
    name: 'Aline',
    email: 'aline@example.rw',
    message: 'This is how we did it in Huye, too.',
    status: 'PENDING',
    is_held: false,
    held_reason: null,
    parent: null,
    in_reply_to: null,
    replies: 1,
    is_company: false,
    staff_name: '',
    consent_version: '',
    author: { approved: 0, rejected: 0, first_seen_at: '2026-03-02T08:00:00.000Z' },
    decided: null,
    has_network: false,
    created_at: '2026-03-02T08:00:00.000Z',
    article: {
      id: article,
      description: expect.any(String),
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

test('the list takes several statuses and articles, and days in Kigali, and counts what it shows', async () => {
  const [second, third] = [await createArticle(app.services), await createArticle(app.services)]
  const day = (time: string) => ({ created_at: `2026-02-${time}:00.000Z` })
  await create({ name: 'Aline', status: 'APPROVED', ...day('01T21:59') })
  await createComment(app.services, second, {
    name: 'Bosco',
    status: 'REJECTED',
    ...day('01T22:00'),
  })
  await create({ name: 'Claudine', ...held, ...day('02T21:59') })
  await createComment(app.services, third, { name: 'David', ...day('02T22:00') })
  await create({ name: 'Éric', status: 'REJECTED', ...day('03T08:00') })
  const names = async (query: string) => {
    const { results, total_items } = await list(query)
    expect([query, total_items >= results.length]).toEqual([query, true])
    return [total_items, ...results.map((comment: { name: string }) => comment.name)]
  }
  expect(await names('status=REJECTED,APPROVED')).toEqual([3, 'Éric', 'Bosco', 'Aline'])
  expect(await names('status=PENDING,REJECTED&page_size=2&page=2')).toEqual([
    4,
    'Claudine',
    'Bosco',
  ])
  expect(await names('status=PENDING,REJECTED,APPROVED&page_size=1')).toEqual([5, 'Éric'])
  expect(await names('status=ALL,REJECTED&page_size=1')).toEqual([5, 'Éric'])
  expect(await names('status=REJECTED,REJECTED&ordering=name')).toEqual([2, 'Bosco', 'Éric'])
  expect(await names(`news_id=${second},${third}`)).toEqual([2, 'David', 'Bosco'])
  expect(await names(`news_id=${third},${third},0${third}`)).toEqual([1, 'David'])
  expect(await names(`news_id=${second},${article}&status=REJECTED,PENDING&ordering=name`)).toEqual(
    [3, 'Bosco', 'Claudine', 'Éric'],
  )
  const oneDay = 'created_from=2026-02-02&created_to=2026-02-02'
  expect(await names(oneDay)).toEqual([2, 'Claudine', 'Bosco'])
  expect(await names(`${oneDay}&status=PENDING,APPROVED`)).toEqual([1, 'Claudine'])
  expect(await names(`${oneDay}&is_held=true`)).toEqual([1, 'Claudine'])
  expect(await names(`${oneDay}&search=huye&status=REJECTED`)).toEqual([1, 'Bosco'])
  expect(await names('created_from=2026-02-03&ordering=name')).toEqual([2, 'David', 'Éric'])
  expect(await names('created_to=2026-02-01')).toEqual([1, 'Aline'])
  expect(await list('created_from=soon&created_to=2026-02-30&news_id=x')).toEqual({
    news_id: [expect.any(String)],
    created_from: [expect.any(String)],
    created_to: [expect.any(String)],
  })
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
    decision_id: 1,
  })
  expect(await shown()).toEqual([two, one])
  expect((await batch('reject', [one])).body).toMatchObject({ succeeded: [one], failed: [] })
  expect(await shown()).toEqual([two])
  const response = await create({ parent_id: two })
  // The reply is deleted with its comment and still counts as done.
  expect((await batch('delete', [two, response])).body).toEqual({
    succeeded: [two, response],
    failed: [],
    decision_id: null,
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

test("the list tells what came of an author's comments, whatever the spelling of the email", async () => {
  const email = 'Bosco@Example.rw'
  await create({ email, status: 'APPROVED' })
  app.advanceS(60)
  await create({ email: 'bosco@example.rw', status: 'APPROVED' })
  await create({ email, status: 'REJECTED' })
  const id = await create({ email: 'BOSCO@example.rw' })
  const { results } = await list(`status=pending`)
  expect(results).toMatchObject([
    { id, author: { approved: 2, rejected: 1, first_seen_at: '2026-03-02T08:00:00.000Z' } },
  ])
})

test('a search finds comments with all of its words, within the other filters', async () => {
  await create({ name: 'Noëlla', message: 'The bus to Musanze leaves at six.' })
  await create({ name: 'Bosco', message: 'To Musanze one walks.', status: 'REJECTED' })
  const names = async (query: string) =>
    (await list(query)).results.map((comment: { name: string }) => comment.name)
  expect(await names('search=musanze')).toEqual(['Bosco', 'Noëlla'])
  expect(await names('search=six musanze')).toEqual(['Noëlla'])
  expect(await names('search=musanze&status=rejected')).toEqual(['Bosco'])
  expect(await names('search=noella bus')).toEqual(['Noëlla'])
  expect(await names('search="%')).toEqual([])
  expect(await list('search=musanze&page=2&page_size=1')).toMatchObject({
    results: [{ name: 'Noëlla' }],
    total_items: 2,
    has_more: false,
  })
})

test('the counts tell the held ones of the pending apart', async () => {
  await create(held)
  await create()
  await create({ status: 'APPROVED' })
  await create({ status: 'REJECTED', parent_id: await create({ status: 'APPROVED' }) })
  const { body } = await app.json('/api/admin/comments/counts/', { token })
  expect(body).toEqual({ pending: 2, held: 1, approved: 2, rejected: 1 })
})

test('a thread is its first comment with all replies, asked for by any of them', async () => {
  const first = await create({ name: 'Aline' })
  const reply = await create({ name: 'Eric', parent_id: first, ...held })
  await create({ name: 'Grace', parent_id: first, status: 'REJECTED' })
  for (const id of [first, reply]) {
    const { body } = await app.json(`/api/admin/comments/${id}/thread/`, { token })
    expect(body).toMatchObject({
      comment: { id: first, name: 'Aline', status: 'PENDING' },
      replies: [
        { name: 'Eric', is_held: true },
        { name: 'Grace', status: 'REJECTED' },
      ],
    })
  }
  expect((await app.json('/api/admin/comments/999/thread/', { token })).status).toBe(404)
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
    ['POST', `/api/admin/comments/${id}/reply/`],
    ['GET', '/api/admin/comments/waves/'],
    ['PATCH', '/api/admin/comments/waves/'],
    ['GET', '/api/admin/comments/decisions/'],
    ['POST', '/api/admin/comment-blocks/'],
  ] as const
  for (const [method, path] of calls) {
    const body = method === 'GET' ? {} : { json: { comment_ids: [id], action: 'delete' } }
    expect((await app.json(path, { method, ...body })).status, path).toBe(401)
    expect((await app.json(path, { method, token: recruiter, ...body })).status, path).toBe(403)
  }
  expect(await shown()).toEqual([id])
})
