import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createApp } from '#server/app.ts'
import type { TestApp } from '#testing/app.ts'
import { startCommenting } from '#testing/commenting.ts'

let site: Awaited<ReturnType<typeof startCommenting>>
let app: TestApp
let article: number
beforeEach(async () => {
  site = await startCommenting()
  app = site.app
  article = site.article
})
afterEach(() => app[Symbol.asyncDispose]())

test('with COMMENT_MODERATION=before a comment is held, and the response says so', async () => {
  await app[Symbol.asyncDispose]()
  site = await startCommenting({ COMMENT_MODERATION: 'before' })
  app = site.app
  expect((await site.comment()).body.is_held).toBe(true)
  expect(await site.shown()).toEqual([])
})

test('a filled honeypot, a form sent too fast and many links hold a comment without losing it', async () => {
  const links = 'https://a.example www.b.example <a href="http://c.example">c</a>'
  const good = await site.formToken()
  const tooFast = (await app.json('/api/website/form-token/')).body.form_token
  const held = [
    { website: 'https://spam.example', form_token: good, message: 'Filled in by a program.' },
    { form_token: tooFast, message: 'Written within a second.' },
    { form_token: good, message: links },
    { message: 'Without a token one is enough: https://a.example' },
  ]
  for (const one of held) {
    const { status, body } = await site.comment(one)
    expect([status, body.is_held], one.message).toEqual([201, true])
  }
  expect(await site.shown()).toEqual([])
  expect(await site.countOf()).toBe(held.length)

  const two = 'Two links are fine: https://a.example and https://b.example'
  expect((await site.comment({ form_token: good, message: two, website: '' })).body.is_held).toBe(
    false,
  )
})

test('a text that was posted already is held, by whoever and wherever it comes again', async () => {
  expect((await site.comment()).body.is_held).toBe(false)
  const other = await createArticle(app.services, { title: 'Another' })
  const again = { message: ' WE tried this, in Huye: and it WORKED!! ', email: 'eric@example.rw' }
  expect((await site.comment({ ...again, news_id: other })).body.is_held).toBe(true)
  expect((await site.comment({ message: '👏👏👏👏👏👏👏👏👏👏' })).body.is_held).toBe(false)
  expect((await site.comment({ message: '!!!!!!!!!!' })).body.is_held).toBe(false)
  app.advanceS(24 * 60 * 60)
  expect((await site.comment(again)).body.is_held).toBe(false)
})

test('when comments flood an article or the site, further ones are held until it is over', async () => {
  const post = async (news_id: number, message: string) =>
    (await site.comment({ news_id, message, email: `${message.replaceAll(' ', '.')}@example.rw` }))
      .body.is_held
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
  expect(await site.countOf()).toBe(84)
  app.advanceS(600)
  expect(await post(article, 'after the flood')).toBe(false)
})

test('a form token that fifty forms have used counts as missing', async () => {
  const form_token = await site.formToken()
  for (let count = 0; count < 50; count += 1) {
    await site.comment({ form_token, message: `From a room of readers, number ${count}` })
  }
  const from = '198.51.100.9'
  for (let count = 0; count < 5; count += 1) {
    expect(
      (await site.comment({ form_token, message: `Again, number ${count}` }, from)).status,
    ).toBe(201)
  }
  expect((await site.comment({ form_token, message: 'One more of these' }, from)).status).toBe(429)
  const fresh = { form_token: await site.formToken(), message: 'With a token of my own' }
  expect((await site.comment(fresh, from)).status).toBe(201)
})

test('a token posted 1,000 times from 50 addresses shows few comments, and loses none that it takes', async () => {
  const form_token = await site.formToken()
  const statuses = []
  for (let round = 0; round < 20; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        site.comment(
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
  expect((await site.shown()).length).toBe(20)
  const taken = statuses.filter((status) => status === 201).length
  expect([taken, await site.countOf()]).toEqual([300, 300])
  expect(statuses.filter((status) => status === 429)).toHaveLength(700)
})

test('a token that is forged or a day old counts as missing', async () => {
  const message = 'One link: https://a.example'
  const token = await site.formToken()
  const [issuedAt] = token.split('.')
  for (const form_token of ['', 'x', `${issuedAt}.x`, `a${token}`, '.', `${token}x`]) {
    const { body } = await site.comment({ form_token, message: `${message} ${form_token}` })
    expect(body.is_held, form_token).toBe(true)
  }
  expect((await site.comment({ form_token: token, message: `${message}/a` })).body.is_held).toBe(
    false,
  )
  app.advanceS(24 * 60 * 60)
  expect((await site.comment({ form_token: token, message: `${message}/b` })).body.is_held).toBe(
    true,
  )
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
