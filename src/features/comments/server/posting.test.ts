import { afterEach, beforeEach, expect, test } from 'vitest'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import type { TestApp } from '#testing/app.ts'
import { startCommenting } from '#testing/commenting.ts'
import { startTestPages } from '#testing/pages.ts'
import { commentsContract } from '../contract.ts'
import { callsWithoutToken } from './checks.ts'

let site: Awaited<ReturnType<typeof startCommenting>>
let app: TestApp
let article: number
beforeEach(async () => {
  site = await startCommenting()
  app = site.app
  article = site.article
})
afterEach(() => app[Symbol.asyncDispose]())

test('a comment is visible at once, without email and status', async () => {
  const { status, body } = await site.comment()
  expect(status).toBe(201)
  const expected = {
    id: body.id,
    name: site.fields.name,
    message: site.fields.message,
    created_at: '2026-03-02T08:00:00.000Z',
    parent: null,
    is_company: false,
    latest_reply: null,
  }
  expect(body).toEqual({ ...expected, is_held: false })
  expect(await site.shown()).toEqual([expected])
})

test('a comment shows its latest reply only', async () => {
  const { id } = (await site.comment()).body
  expect((await site.reply(id, { name: 'First to reply' })).body).toMatchObject({ parent: id })
  app.advanceS(60)
  await site.reply(id, { name: 'Second to reply', message: 'And in Musanze, a year later.' })
  expect(await site.shown()).toMatchObject([
    { id, latest_reply: { name: 'Second to reply', parent: id, latest_reply: null } },
  ])
})

test('comments come newest first, in pages', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    await createComment(app.services, article, { name })
    app.advanceS(1)
  }
  expect((await site.shown()).map((one: { name: string }) => one.name)).toEqual([
    'Three',
    'Two',
    'One',
  ])
  const { body } = await app.json(`/api/website/news/${article}/comments/?page=2&page_size=2`)
  expect(body).toMatchObject({ results: [{ name: 'One' }], total_items: 3, total_pages: 2 })
})

test('all invalid fields are named at once, with their messages', async () => {
  const wrong = { name: ' A ', email: 'aline@', message: 'Too short' }
  const messages = {
    name: ['Name must be at least 2 characters'],
    email: ['Please enter a valid email address'],
    message: ['Message must be at least 10 characters'],
  }
  expect(await site.comment({ ...wrong, news_id: 'x' })).toMatchObject({
    status: 400,
    body: { ...messages, news_id: ['A valid id is required'] },
  })
  expect((await site.send('reply-comments', {})).body).toEqual({
    ...messages,
    comment_id: ['A valid id is required'],
  })
  expect((await site.comment({ message: 'x'.repeat(5_001) })).body).toEqual({
    message: ['At most 5000 characters'],
  })
  expect(await site.countOf()).toBe(0)
})

test('hidden articles and comments cannot be commented on', async () => {
  const hidden = [
    await createArticle(app.services, { published_at: null }),
    await createArticle(app.services, { published_at: '2026-03-03T08:00:00.000Z' }),
    await createArticle(app.services, { archived_at: '2026-03-01T08:00:00.000Z' }),
    999,
  ]
  for (const news_id of hidden) {
    expect(await site.comment({ news_id })).toMatchObject({
      status: 404,
      body: { detail: 'This article was not found. It may have been deleted.' },
    })
  }
  const onDraft = await createComment(app.services, Number(hidden[0]))
  const rejected = await createComment(app.services, article, { status: 'REJECTED' })
  for (const id of [onDraft, rejected, 999]) {
    expect(await site.reply(id)).toMatchObject({
      status: 404,
      body: { detail: 'This comment was not found. It may have been deleted.' },
    })
  }
  expect(await site.countOf()).toBe(2)
})

test('a reply to a reply is refused', async () => {
  const { id } = (await site.comment()).body
  const first = (await site.reply(id, { message: 'A reply of my own.' })).body
  expect(await site.reply(first.id)).toMatchObject({
    status: 400,
    body: { comment_id: ['Please reply to the comment itself, not to a reply'] },
  })
})

test('markup in a comment is stored as plain text', async () => {
  const message = '<img src=x onerror="alert(1)"> <b>is how it begins</b>'
  expect((await site.comment({ message, name: '<script>' })).body).toMatchObject({
    message,
    name: '<script>',
  })
})

test('a status sent by a visitor is ignored', async () => {
  expect((await site.comment({ is_published: false })).status).toBe(201)
  const { body } = await site.comment({
    is_published: 'nonsense',
    status: 'APPROVED',
    message: 'In Musanze, too.',
  })
  expect(body.is_held).toBe(false)
  const rows = await app.services.database.selectFrom('comments').select('status').execute()
  expect(rows.map((row) => row.status)).toEqual(['PENDING', 'PENDING'])
})

test('no public response contains an email', async () => {
  const first = await site.comment()
  const second = await site.reply(first.body.id)
  const responses = [
    first.body,
    second.body,
    (await app.json(`/api/website/news/${article}/comments/`)).body,
    (await app.json(`/api/website/news/${article}/`)).body,
    (await app.json('/api/website/news/')).body,
  ]
  expect(JSON.stringify(responses)).not.toMatch(/aline\.private|email/)
})

test('the same text by the same person is accepted once a day per article', async () => {
  const from = '198.51.100.9'
  const first = await site.comment({}, from)
  const { id } = first.body
  const again = () =>
    site.comment(
      {
        email: site.fields.email.toUpperCase(),
        message: site.fields.message.toUpperCase().replaceAll(' ', '  '),
      },
      from,
    )
  // The answer to the first may have been lost.
  expect(await again()).toMatchObject({ status: 201, body: first.body })
  expect(await site.countOf()).toBe(1)
  await app.services.database.updateTable('comments').set({ status: 'REJECTED' }).execute()
  expect(await again()).toMatchObject({
    status: 409,
    body: { detail: 'You have posted this already. It has arrived.' },
  })
  await app.services.database.updateTable('comments').set({ status: 'PENDING' }).execute()
  const other = await createArticle(app.services, { title: 'Another' })
  expect((await site.comment({ news_id: other }, from)).status).toBe(201)
  expect((await site.comment({ email: 'eric@example.rw' })).status).toBe(201)
  const reply = await site.reply(id, {}, '198.51.100.10')
  expect(reply.status).toBe(201)
  expect((await site.reply(id, {}, '198.51.100.10')).body).toEqual(reply.body)
  expect(await site.countOf()).toBe(4)
  app.advanceS(24 * 60 * 60)
  expect((await site.comment({}, from)).status).toBe(201)
})

test('without JavaScript what is sent again succeeds, also where staff have removed it since', async () => {
  const pages = await startTestPages(app.services)
  const { slug } = (await app.json(`/api/website/news/${article}/`)).body
  const { name, email, message } = site.fields
  const body = new URLSearchParams({ name, email, message, news_id: String(article) })
  const post = () => pages.request(`/insights/${slug}`, { method: 'POST', body })
  const answerOf = async ({ status, headers }: Response) => [status, headers.get('location')]
  const first = await answerOf(await post())
  expect(first).toEqual([303, expect.stringContaining('?posted=')])
  await app.services.database.updateTable('comments').set({ status: 'REJECTED' }).execute()
  expect(await answerOf(await post())).toEqual([303, `/insights/${slug}?posted=comment#comments`])
  expect(await site.countOf()).toBe(1)
})

test('who guesses the email of a comment is not told whether it is right', async () => {
  const { body } = await site.comment()
  const [right, wrong] = [await site.comment(), await site.comment({ email: 'eric@example.rw' })]
  const told = ({ status, body: { id, ...shown } }: typeof right) => [status, shown]
  expect(told(right)).toEqual(told(wrong))
  expect(right.body.id).toBeGreaterThan(body.id)
})

test('of concurrent duplicates one is stored', async () => {
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => site.comment({}, '198.51.100.9')),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  expect(await site.countOf()).toBe(1)
})

test('a reply to a comment that is deleted concurrently is refused or deleted with it', async () => {
  const token = await app.signIn('EDITOR')
  for (let round = 0; round < 5; round += 1) {
    const id = await createComment(app.services, article)
    const [response] = await Promise.all([
      site.reply(id, { message: `Reply of round ${round}` }),
      app.request(`/api/admin/comments/${id}/`, { method: 'DELETE', token }),
    ])
    expect([201, 404]).toContain(response.status)
  }
  expect(await site.countOf()).toBe(0)
})

test('a client IP posts as often as its limits allow, less without a token than with one', async () => {
  const from = '198.51.100.7'
  let sent = 0
  const next = (overrides: object = {}) => {
    sent += 1
    return site.comment({ message: `Comment number ${sent}`, ...overrides }, from)
  }
  const { limit } = commentsContract.create['~orpc'].meta as ProcedureMeta
  const callsMax = limit?.calls ?? 0
  for (let count = 0; count < callsWithoutToken; count += 1) {
    expect((await next()).status).toBe(201)
  }
  const refused = await next()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await site.comment({ message: 'From another address' })).status).toBe(201)

  const form_token = await site.formToken()
  for (let count = callsWithoutToken; count < callsMax; count += 1) {
    expect((await next({ form_token })).status).toBe(201)
  }
  expect((await next({ form_token })).status).toBe(429)
})
