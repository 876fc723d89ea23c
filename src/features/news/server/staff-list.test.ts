import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Aline Uwase' })
})
afterEach(() => app[Symbol.asyncDispose]())

const read = async (path: string) => (await app.json(`/api/dashboard/news/${path}`, { token })).body

test('the list of staff is filtered by status, category, author, tag and text', async () => {
  const articles = [
    { title: 'One', category: 'africa', author: "Keza O'Neil", tags: ['Remote Work'] },
    { title: 'Two', category: 'talent', author: 'Aline Uwase', published_at: null },
    { title: 'Three', category: 'talent', author: 'Aline Uwase', tags: [] },
  ] as const
  for (const article of articles) {
    await createArticle(app.services, article)
    app.advanceS(1)
  }
  const titles = async (query: string) =>
    (await read(`?${query}`)).results.map((row: { title: string }) => row.title)
  expect(await titles('')).toEqual(['Three', 'Two', 'One'])
  expect(await titles('status=unpublished')).toEqual(['Two'])
  expect(await titles('status=unpublished,published&category=talent')).toEqual(['Three', 'Two'])
  expect(await titles('category=africa,talent&status=published')).toEqual(['Three', 'One'])
  expect(await titles('author[]=Aline%20Uwase&author[]=Nobody')).toEqual(['Three', 'Two'])
  expect(await titles('tag[]=remote%20work&tag[]=none')).toEqual(['One'])
  expect(await titles('category=talent&ordering=title')).toEqual(['Three', 'Two'])
  expect(await titles(`author=${encodeURIComponent("Keza O'Neil")}`)).toEqual(['One'])
  expect(await titles('tag=remote work')).toEqual(['One'])
  expect(await titles('search=uwase&ordering=-published_at&page_size=1')).toHaveLength(1)
  expect((await read('authors/')).results).toEqual(['Aline Uwase', "Keza O'Neil"])
  for (const author of ['Zawadi', 'eric', 'Éliane']) await createArticle(app.services, { author })
  const authors = ['Aline Uwase', 'Éliane', 'eric', "Keza O'Neil", 'Zawadi']
  expect((await read('authors/')).results).toEqual(authors)
  const wrong = await app.json('/api/dashboard/news/?status=x&category=y&ordering=z', { token })
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['status', 'category', 'ordering']])
})
