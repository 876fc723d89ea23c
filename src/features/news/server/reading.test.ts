import { afterEach, beforeEach, expect, test } from 'vitest'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const create = (overrides: Parameters<typeof createArticle>[1] = {}) =>
  createArticle(app.services, overrides)
const read = (path: string, asStaff = false) =>
  app.json(`/api/website/${path}`, asStaff ? { token } : {})
const titles = async (query = '', asStaff = false) =>
  (await read(`news/?${query}`, asStaff)).body.results.map(
    (article: { title: string }) => article.title,
  )

/** One article in each hidden state. */
async function createHidden() {
  const draft = await create({ title: 'Draft', published_at: null })
  const scheduled = await create({ title: 'Scheduled', published_at: '2026-03-03T06:00:00.000Z' })
  const archived = await create({ title: 'Archived', archived_at: '2026-03-01T06:00:00.000Z' })
  return { draft, scheduled, archived }
}

test('visitors see published articles, newest first, in pages of ten', async () => {
  await createHidden()
  for (let day = 10; day < 22; day += 1) {
    await create({ title: `February ${day}`, published_at: `2026-02-${day}T08:00:00.000Z` })
  }
  expect(await titles('page_size=2')).toEqual(['February 21', 'February 20'])
  expect(await titles('page=7&page_size=2')).toEqual([])
  const { body } = await read('news')
  expect(body).toMatchObject({ total_items: 12, total_pages: 2, current_page: 1 })
  expect(body.results).toHaveLength(10)
})

test('a list has everything that a card shows, but not the body', async () => {
  await create({ title: 'Hills', tags: ['Rwanda', 'Remote work'], banner: '/images/hills.svg' })
  const { body } = await read('news/')
  expect(body.results).toEqual([
    {
      id: 1,
      title: 'Hills',
      slug: 'hills',
      banner: '/images/hills.svg',
      category: 'talent',
      author: 'Solange Mukamana',
      description: 'Twelve weeks, nineteen people, and what we would do again.',
      tags: [{ name: 'Rwanda' }, { name: 'Remote work' }],
      done_at: '2026-03-02',
      is_published: true,
      status: 'published',
      published_at: '2026-03-02T08:00:00.000Z',
      updated_at: '2026-03-02T08:00:00.000Z',
    },
  ])
})

test('the list is filtered by category, and an unknown category is refused', async () => {
  await create({ title: 'One', category: 'africa' })
  await create({ title: 'Two', category: 'business' })
  expect(await titles('category=africa')).toEqual(['One'])
  expect(await titles('category=all')).toHaveLength(2)
  expect(await read('news/?category=sports')).toMatchObject({
    status: 400,
    body: { category: ['Please choose a category'] },
  })
})

test('a scheduled article appears everywhere when it is due', async () => {
  const { scheduled } = await createHidden()
  expect(await titles()).toEqual([])
  expect((await read('news/slug/scheduled/')).status).toBe(404)
  app.setNow('2026-03-03T06:00:00Z')
  expect(await titles()).toEqual(['Scheduled'])
  const { body } = await read(`news/${scheduled}/`)
  expect(body).toMatchObject({ status: 'published', is_published: true, done_at: '2026-03-03' })
  expect((await read('tags/')).body).toEqual([{ name: 'Training' }])
})

test('visitors cannot reach unpublished articles by any URL', async () => {
  const hidden = await createHidden()
  for (const [slug, id] of Object.entries(hidden)) {
    const missing = { status: 404, body: { detail: expect.stringContaining('was not found') } }
    expect(await read(`news/slug/${slug}/`)).toMatchObject(missing)
    expect(await read(`news/${id}/`)).toMatchObject(missing)
    expect(await read(`news/${id}/comments/`)).toMatchObject(missing)
  }
  expect((await read('news/related_blog/?category=talent')).body).toEqual([])
  expect((await read('tags/')).body).toEqual([])
  expect((await read('news/slug/no-such-article/')).status).toBe(404)
  expect((await read('news/999/')).status).toBe(404)
})

test('editors read every article; other roles only published ones, like visitors', async () => {
  const { draft } = await createHidden()
  const recruiter = await app.signIn('RECRUITER')
  expect((await read(`news/${draft}/`, true)).body).toMatchObject({
    status: 'unpublished',
    is_published: false,
  })
  expect((await app.json(`/api/website/news/${draft}/`, { token: recruiter })).status).toBe(404)
  expect(await app.json(`/api/website/news/${draft}/`, { token: 'of old' })).toMatchObject({
    status: 401,
    body: { detail: 'Invalid token' },
  })
})

test('the staff view has articles in every state, searched without accents, filtered and sorted', async () => {
  await createHidden()
  await create({ title: 'Été à Huye', author: 'Noëlla Ingabire', tags: ['Café'] })
  expect(await titles('status=all', true)).toHaveLength(4)
  for (const status of ['scheduled', 'archived', 'published', 'unpublished']) {
    expect(await titles(`status=${status}`, true), status).toHaveLength(1)
  }
  for (const search of ['ete', 'noella', 'CAFE', 'Talent%20Development']) {
    expect(await titles(`search=${search}&status=published`, true)).toEqual(['Été à Huye'])
  }
  expect(await titles('ordering=title', true)).toEqual([
    'Archived',
    'Draft',
    'Été à Huye',
    'Scheduled',
  ])
  expect((await titles('ordering=-done_at', true))[0]).toBe('Scheduled')
})

test('published articles alone are listed for whoever asks for them', async () => {
  await createHidden()
  await create({ title: 'Shown' })
  const recruiter = await app.signIn('RECRUITER')
  const path = '/api/website/news/?status=published&page_size=1'
  for (const reader of [{}, { token }, { token: recruiter }]) {
    const { body } = await app.json(path, reader)
    expect([body.total_items, body.results[0].title]).toEqual([1, 'Shown'])
  }
})

test('only editors access the staff view', async () => {
  const recruiter = await app.signIn('RECRUITER')
  for (const query of ['status=all', 'status=scheduled', 'search=a', 'ordering=title']) {
    expect((await read(`news/?${query}`)).status).toBe(401)
    const response = await app.json(`/api/website/news/?${query}`, { token: recruiter })
    expect(response.status).toBe(403)
  }
})

test('an article by slug has its body, its tags and its visible comments', async () => {
  const id = await create({ title: 'Ntibisanzwe!', content: '<h2>One</h2><p>Two</p>' })
  const comment = await createComment(app.services, id, { name: 'Aline' })
  await createComment(app.services, id, { parent_id: comment, name: 'Grace' })
  await createComment(app.services, id, { status: 'REJECTED' })
  const { status, body } = await read('news/slug/ntibisanzwe')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    content: '<h2>One</h2><p>Two</p>',
    tags: [{ name: 'Training' }],
    comment_count: 1,
    comments: [{ name: 'Aline', latest_reply: { name: 'Grace' } }],
  })
})

test('related articles are the newest three of the category, without the current one', async () => {
  for (let day = 1; day < 6; day += 1) {
    await create({ title: `Day ${day}`, published_at: `2026-02-0${day}T08:00:00.000Z` })
  }
  await create({ title: 'Elsewhere', category: 'africa' })
  const related = async (query: string) =>
    (await read(`news/related_blog/?${query}`)).body.map(
      (article: { slug: string }) => article.slug,
    )
  expect(await related('category=talent')).toEqual(['day-5', 'day-4', 'day-3'])
  expect(await related('category=talent&exclude=day-4')).toEqual(['day-5', 'day-3', 'day-2'])
  expect(await related('category=talent&exclude=5')).toEqual(['day-4', 'day-3', 'day-2'])
  expect(await related('category=business')).toEqual([])
  expect(await read('news/related_blog/')).toMatchObject({
    status: 400,
    body: { category: ['Please choose a category'] },
  })
})
