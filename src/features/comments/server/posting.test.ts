import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createApp } from '#server/app.ts'
import type { ProcedureMeta } from '#shared/procedure.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { commentsContract } from '../contract.ts'
import { callsWithoutToken } from './post.ts'

let app: TestApp
let article: number
beforeEach(async () => {
  app = await startTestApp()
  article = await createArticle(app.services)
})
afterEach(() => app[Symbol.asyncDispose]())

const fields = {
  name: 'Aline Uwase',
  email: 'aline.private@example.rw',
  message: 'We tried this in Huye and it worked.',
  is_published: true,
}
let clients = 0
const send = (path: string, json: unknown, clientIp?: string) => {
  clients += 1
  return app.json(`/api/website/${path}/`, {
    method: 'POST',
    json,
    clientIp: clientIp ?? `203.0.113.${clients % 250}`,
  })
}
const comment = (overrides: object = {}, clientIp?: string) =>
  send('comments', { ...fields, news_id: article, ...overrides }, clientIp)
const reply = (comment_id: number, overrides: object = {}) =>
  send('reply-comments', { ...fields, comment_id, ...overrides })
const shown = async () => (await app.json(`/api/website/news/${article}/comments/`)).body.results
const countOf = async () =>
  (await app.services.database.selectFrom('comments').select('id').execute()).length

/** A form token, old enough for a person to have filled in the form. */
async function formToken(ageS = 10) {
  const { body } = await app.json('/api/website/form-token/')
  app.advanceS(ageS)
  return body.form_token as string
}

test('a comment is visible at once, without e-mail and status', async () => {
  const { status, body } = await comment()
  expect(status).toBe(201)
  const expected = {
    id: body.id,
    name: fields.name,
    message: fields.message,
    created_at: '2026-03-02T08:00:00.000Z',
    parent: null,
    is_company: false,
    latest_reply: null,
  }
  expect(body).toEqual({ ...expected, is_held: false })
  expect(await shown()).toEqual([expected])
})

test('a comment shows its latest reply only', async () => {
  const { id } = (await comment()).body
  expect((await reply(id, { name: 'First to reply' })).body).toMatchObject({ parent: id })
  app.advanceS(60)
  await reply(id, { name: 'Second to reply', message: 'And in Musanze, a year later.' })
  expect(await shown()).toMatchObject([
    { id, latest_reply: { name: 'Second to reply', parent: id, latest_reply: null } },
  ])
})

test('comments come newest first, in pages', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    await createComment(app.services, article, { name })
    app.advanceS(1)
  }
  expect((await shown()).map((one: { name: string }) => one.name)).toEqual(['Three', 'Two', 'One'])
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
  expect(await comment({ ...wrong, news_id: 'x' })).toMatchObject({
    status: 400,
    body: { ...messages, news_id: ['A valid id is required'] },
  })
  expect((await send('reply-comments', {})).body).toEqual({
    ...messages,
    comment_id: ['A valid id is required'],
  })
  expect((await comment({ message: 'x'.repeat(5_001) })).body).toEqual({
    message: ['At most 5000 characters'],
  })
  expect(await countOf()).toBe(0)
})

test('hidden articles and comments cannot be commented on', async () => {
  const hidden = [
    await createArticle(app.services, { published_at: null }),
    await createArticle(app.services, { published_at: '2026-03-03T08:00:00.000Z' }),
    await createArticle(app.services, { archived_at: '2026-03-01T08:00:00.000Z' }),
    999,
  ]
  for (const news_id of hidden) {
    expect(await comment({ news_id })).toMatchObject({
      status: 404,
      body: { detail: 'This article was not found. It may have been deleted.' },
    })
  }
  const onDraft = await createComment(app.services, Number(hidden[0]))
  const rejected = await createComment(app.services, article, { status: 'REJECTED' })
  for (const id of [onDraft, rejected, 999]) {
    expect(await reply(id)).toMatchObject({
      status: 404,
      body: { detail: 'This comment was not found. It may have been deleted.' },
    })
  }
  expect(await countOf()).toBe(2)
})

test('a reply to a reply is refused', async () => {
  const { id } = (await comment()).body
  const first = (await reply(id, { message: 'A reply of my own.' })).body
  expect(await reply(first.id)).toMatchObject({
    status: 400,
    body: { comment_id: ['Please reply to the comment itself, not to a reply'] },
  })
})

test('markup in a comment is stored as plain text', async () => {
  const message = '<img src=x onerror="alert(1)"> <b>is how it begins</b>'
  expect((await comment({ message, name: '<script>' })).body).toMatchObject({
    message,
    name: '<script>',
  })
})

test('a status sent by a visitor is ignored', async () => {
  expect((await comment({ is_published: false })).status).toBe(201)
  const { body } = await comment({
    is_published: 'nonsense',
    status: 'APPROVED',
    message: 'In Musanze, too.',
  })
  expect(body.is_held).toBe(false)
  const rows = await app.services.database.selectFrom('comments').select('status').execute()
  expect(rows.map((row) => row.status)).toEqual(['PENDING', 'PENDING'])
})

test('no public response contains an e-mail', async () => {
  const first = await comment()
  const second = await reply(first.body.id)
  const responses = [
    first.body,
    second.body,
    (await app.json(`/api/website/news/${article}/comments/`)).body,
    (await app.json(`/api/website/news/${article}/`)).body,
    (await app.json('/api/website/news/')).body,
  ]
  expect(JSON.stringify(responses)).not.toMatch(/aline\.private|email/)
})

test('with COMMENT_MODERATION=before a comment is held, and the response says so', async () => {
  await app[Symbol.asyncDispose]()
  app = await startTestApp({ COMMENT_MODERATION: 'before' })
  article = await createArticle(app.services)
  expect((await comment()).body.is_held).toBe(true)
  expect(await shown()).toEqual([])
})

test('a filled honeypot, a form sent too fast and many links hold a comment without losing it', async () => {
  const links = 'https://a.example www.b.example <a href="http://c.example">c</a>'
  const good = await formToken()
  const tooFast = (await app.json('/api/website/form-token/')).body.form_token
  const held = [
    { website: 'https://spam.example', form_token: good, message: 'Filled in by a program.' },
    { form_token: tooFast, message: 'Written within a second.' },
    { form_token: good, message: links },
    { message: 'Without a token one is enough: https://a.example' },
  ]
  for (const one of held) {
    const { status, body } = await comment(one)
    expect([status, body.is_held], one.message).toEqual([201, true])
  }
  expect(await shown()).toEqual([])
  expect(await countOf()).toBe(held.length)

  const two = 'Two links are fine: https://a.example and https://b.example'
  expect((await comment({ form_token: good, message: two, website: '' })).body.is_held).toBe(false)
})

test('a text that was posted already is held, by whoever and wherever it comes again', async () => {
  expect((await comment()).body.is_held).toBe(false)
  const other = await createArticle(app.services, { title: 'Another' })
  const again = { message: ' WE tried this, in Huye: and it WORKED!! ', email: 'eric@example.rw' }
  expect((await comment({ ...again, news_id: other })).body.is_held).toBe(true)
  expect((await comment({ message: '👏👏👏👏👏👏👏👏👏👏' })).body.is_held).toBe(false)
  expect((await comment({ message: '!!!!!!!!!!' })).body.is_held).toBe(false)
  app.advanceS(24 * 60 * 60)
  expect((await comment(again)).body.is_held).toBe(false)
})

test('when comments flood an article or the site, further ones are held until it is over', async () => {
  const post = async (news_id: number, message: string) =>
    (await comment({ news_id, message, email: `${message.replaceAll(' ', '.')}@example.rw` })).body
      .is_held
  const flood = async (news_id: number, name: string, count: number) => {
    const held = []
    for (let index = 0; index < count; index += 1) {
      held.push(await post(news_id, `${name} comment ${index}`))
    }
    return held.filter((isHeld) => !isHeld).length
  }
  expect(await flood(article, 'first', 30)).toBe(20)
  const others = []
  for (const title of ['Second', 'Third', 'Fourth']) {
    others.push(await createArticle(app.services, { title }))
  }
  const shownOnOthers = []
  for (const [index, id] of others.entries())
    shownOnOthers.push(await flood(id, `other ${index}`, 18))
  expect(shownOnOthers).toEqual([18, 18, 4])
  expect(await countOf()).toBe(84)
  app.advanceS(600)
  expect(await post(article, 'after the flood')).toBe(false)
})

test('a form token that fifty forms have used counts as missing', async () => {
  const form_token = await formToken()
  for (let count = 0; count < 50; count += 1) {
    await comment({ form_token, message: `From a room of readers, number ${count}` })
  }
  const from = '198.51.100.9'
  for (let count = 0; count < 5; count += 1) {
    expect((await comment({ form_token, message: `Again, number ${count}` }, from)).status).toBe(
      201,
    )
  }
  expect((await comment({ form_token, message: 'One more of these' }, from)).status).toBe(429)
  const fresh = { form_token: await formToken(), message: 'With a token of my own' }
  expect((await comment(fresh, from)).status).toBe(201)
})

test('a token posted 1,000 times from 50 addresses shows few comments, and loses none that it takes', async () => {
  const form_token = await formToken()
  const statuses = []
  for (let round = 0; round < 20; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        comment(
          {
            form_token,
            message: `Buy now, offer ${round} of ${index}`,
            email: `a${index}@example.rw`,
          },
          `198.18.0.${index}`,
        ),
      ),
    )
    statuses.push(...responses.map(({ status }) => status))
  }
  expect((await shown()).length).toBe(20)
  const taken = statuses.filter((status) => status === 201).length
  expect([taken, await countOf()]).toEqual([300, 300])
  expect(statuses.filter((status) => status === 429)).toHaveLength(700)
})

test('a token that is forged or a day old counts as missing', async () => {
  const message = 'One link: https://a.example'
  const token = await formToken()
  const [issuedAt] = token.split('.')
  for (const form_token of ['', 'x', `${issuedAt}.x`, `a${token}`, '.', `${token}x`]) {
    const { body } = await comment({ form_token, message: `${message} ${form_token}` })
    expect(body.is_held, form_token).toBe(true)
  }
  expect((await comment({ form_token: token, message: `${message}/a` })).body.is_held).toBe(false)
  app.advanceS(24 * 60 * 60)
  expect((await comment({ form_token: token, message: `${message}/b` })).body.is_held).toBe(true)
})

test('form tokens are never cached', async () => {
  const cache = createPageCache(app.services.tagVersions, app.services.now)
  const cached = createApp(app.services, { handlePage: async () => new Response(), cache })
  const requestToken = async () => {
    const request = new Request('http://localhost/api/website/form-token/')
    return (await cached.fetch(request, { peerAddress: '127.0.0.1' })).text()
  }
  const first = await requestToken()
  app.advanceS(1)
  expect(await requestToken()).not.toBe(first)
})

test('the same text by the same person is accepted once a day per article', async () => {
  const { id } = (await comment()).body
  const again = await comment({
    email: fields.email.toUpperCase(),
    message: fields.message.toUpperCase().replaceAll(' ', '  '),
  })
  expect(again).toMatchObject({
    status: 409,
    body: { detail: 'You have posted this already. It has arrived.' },
  })
  expect(await countOf()).toBe(1)
  const other = await createArticle(app.services, { title: 'Another' })
  expect((await comment({ news_id: other })).status).toBe(201)
  expect((await comment({ email: 'eric@example.rw' })).status).toBe(201)
  expect((await reply(id)).status).toBe(201)
  expect((await reply(id)).status).toBe(409)
  app.advanceS(24 * 60 * 60)
  expect((await comment()).status).toBe(201)
})

test('of concurrent duplicates one is stored', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => comment()))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await countOf()).toBe(1)
})

test('a reply to a comment that is deleted concurrently is refused or deleted with it', async () => {
  const token = await app.signIn('EDITOR')
  for (let round = 0; round < 5; round += 1) {
    const id = await createComment(app.services, article)
    const [response] = await Promise.all([
      reply(id, { message: `Reply of round ${round}` }),
      app.request(`/api/admin/comments/${id}/`, { method: 'DELETE', token }),
    ])
    expect([201, 404]).toContain(response.status)
  }
  expect(await countOf()).toBe(0)
})

test('a client IP posts as often as its limits allow, less without a token than with one', async () => {
  const from = '198.51.100.7'
  let sent = 0
  const next = (overrides: object = {}) => {
    sent += 1
    return comment({ message: `Comment number ${sent}`, ...overrides }, from)
  }
  const { limit } = commentsContract.create['~orpc'].meta as ProcedureMeta
  const callsMax = limit?.calls ?? 0
  for (let count = 0; count < callsWithoutToken; count += 1) {
    expect((await next()).status).toBe(201)
  }
  const refused = await next()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await comment({ message: 'From another address' })).status).toBe(201)

  const form_token = await formToken()
  for (let count = callsWithoutToken; count < callsMax; count += 1) {
    expect((await next({ form_token })).status).toBe(201)
  }
  expect((await next({ form_token })).status).toBe(429)
})
