import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json: object = {}) =>
  app.json(`/api/dashboard/news/${path}`, { method, token, json })
const save = (id: number, changes: object) => send('PATCH', `${id}/draft/`, changes)
const begin = async () => (await send('POST', 'drafts/')).body
const whole = { title: 'Why Kigali', description: 'An answer.', content: '<p>Because.</p>' }

test('a slug is changed for an article alone, and every former one finds it', async () => {
  const id = await createArticle(app.services, whole)
  const other = await createArticle(app.services, { ...whole, title: 'Another' })
  expect((await save(id, { slug: 'another' })).body).toEqual({
    slug: ["The article 'Another' is there"],
  })
  expect((await save(id, { slug: 'kigali' })).body.slug).toBe('kigali')
  expect((await app.json('/api/website/news/slug/kigali/')).status).toBe(404)
  await send('PATCH', `${id}/publish/`)
  await save(id, { slug: 'rwanda' })
  await send('PATCH', `${id}/publish/`)
  for (const slug of ['why-kigali', 'kigali', 'rwanda']) {
    const { body } = await app.json(`/api/website/news/slug/${slug}/`)
    expect([body.id, body.slug]).toEqual([id, 'rwanda'])
  }
  expect((await save(other, { slug: 'kigali' })).body).toEqual({
    slug: ["The article 'Why Kigali' was there once"],
  })
  expect((await send('POST', '', { ...whole, category: 'africa', author: 'A' })).body.slug).toBe(
    'why-kigali-2',
  )
  // An own former slug is free for the article itself.
  expect((await save(id, { slug: 'kigali' })).body.slug).toBe('kigali')
  await send('PATCH', `${id}/unpublish/`)
  expect((await app.json('/api/website/news/slug/why-kigali/')).status).toBe(404)
})

test('a chosen slug stays when the title changes, and an empty one is made from the title', async () => {
  const { id } = await begin()
  await save(id, { title: 'Why Kigali' })
  await save(id, { slug: 'mine' })
  expect((await save(id, { title: 'Why Rwanda' })).body.slug).toBe('mine')
  expect((await save(id, { slug: '' })).body.slug).toBe('why-rwanda')
  expect((await save(id, { title: 'Why at all' })).body.slug).toBe('why-at-all')
})

test('articles that take the same slug at once get one each', async () => {
  const begun = await Promise.all([begin(), begin(), begin(), begin()])
  const saved = await Promise.all(begun.map(({ id }) => save(id, { title: 'Why Kigali' })))
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(saved.map(({ body }) => body.slug).sort()).toEqual([
    'why-kigali',
    'why-kigali-2',
    'why-kigali-3',
    'why-kigali-4',
  ])
})
