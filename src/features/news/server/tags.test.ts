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

const list = async (query = '') => (await app.json(`/api/admin/tags/?${query}`, { token })).body
const names = async (query = '') => (await list(query)).results.map(({ name }: Named) => name)
type Named = { name: string }
const idOf = async (name: string) =>
  (await list()).results.find((tag: Named) => tag.name === name)?.id
const create = (name: unknown) =>
  app.json('/api/admin/tags/', { method: 'POST', token, json: { name } })
const rename = (id: number, name: string) =>
  app.json(`/api/admin/tags/${id}/`, { method: 'PATCH', token, json: { name } })
const remove = (id: number, query = '') =>
  app.json(`/api/admin/tags/${id}/${query}`, { method: 'DELETE', token })
const found = async (text: string) =>
  (await app.json(`/api/website/news/?status=all&search=${text}`, { token })).body.total_items

test('tags are listed with their number of articles, drafts included', async () => {
  await createArticle(app.services, { title: 'One', tags: ['Rwanda', 'Hiring'] })
  await createArticle(app.services, { title: 'Two', tags: ['Rwanda'], published_at: null })
  expect((await create('Égalité')).status).toBe(201)
  expect((await list()).results).toEqual([
    { id: expect.any(Number), name: 'Égalité', article_count: 0 },
    { id: expect.any(Number), name: 'Hiring', article_count: 1 },
    { id: expect.any(Number), name: 'Rwanda', article_count: 2 },
  ])
  expect(await names('ordering=-article_count&page_size=2')).toEqual(['Rwanda', 'Hiring'])
  expect(await names('search=egal')).toEqual(['Égalité'])
  expect((await create('EGALITE')).body).toEqual({ name: ['There is a tag of this name already'] })
  expect((await create(' ')).body).toEqual({ name: ['Please name every tag'] })
})

test('a renamed tag is renamed on its articles, which are found by the new name', async () => {
  const article = await createArticle(app.services, { tags: ['Hirring', 'Rwanda'] })
  const id = await idOf('Hirring')
  const { status, body } = await rename(id, 'Recruiting')
  expect([status, body]).toEqual([200, { id, name: 'Recruiting', article_count: 1 }])
  const read = await app.json(`/api/website/news/${article}/`)
  expect(read.body.tags).toEqual([{ name: 'Recruiting' }, { name: 'Rwanda' }])
  expect([await found('recruiting'), await found('hirring')]).toEqual([1, 0])
  expect((await rename(id, 'recruitinG')).body.name).toBe('recruitinG')
  expect((await rename(id, 'RWANDA')).body).toEqual({
    name: ['There is a tag of this name already'],
  })
  expect((await rename(999, 'Nothing')).status).toBe(404)
})

test('a tag in use is deleted only with force, which removes it from its articles', async () => {
  const article = await createArticle(app.services, { tags: ['Old', 'Rwanda'] })
  const id = await idOf('Old')
  const refused = await remove(id)
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      detail:
        'This tag is on 1 article. Take it off there first, or delete it with force=true, which takes it off everywhere.',
    },
  ])
  expect((await remove(id, '?force=maybe')).body).toEqual({
    force: ['Please choose true or false'],
  })
  expect(await names()).toContain('Old')
  expect((await remove(id, '?force=true')).status).toBe(204)
  expect((await app.json(`/api/website/news/${article}/`)).body.tags).toEqual([{ name: 'Rwanda' }])
  expect(await found('old')).toBe(0)
  expect((await remove(id, '?force=true')).status).toBe(404)
  const unused = (await create('Unused')).body.id
  expect((await remove(unused)).status).toBe(204)
})
