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

const right = {
  title: 'Why Kigali',
  category: 'africa',
  author: 'Aline Uwase',
  description: 'An answer to a question that we hear a lot.',
  content: '<p>Because.</p>',
}
const send = (method: string, path: string, json?: unknown) =>
  app.json(`/api/dashboard/news/${path}`, { method, token, json: json ?? {} })
const create = (overrides: object = {}) => send('POST', '', { ...right, ...overrides })
const update = (id: number, changes: object) => send('PATCH', `${id}/`, changes)
const isPublic = async (id: number) => (await app.json(`/api/website/news/${id}/`)).status === 200

test('a new article is a draft with its tags, its day and a slug', async () => {
  const { status, body } = await create({ tags: ['Rwanda', { name: 'Hiring' }] })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...right,
    slug: 'why-kigali',
    banner: '',
    tags: [{ name: 'Rwanda' }, { name: 'Hiring' }],
    done_at: '2026-03-02',
    status: 'unpublished',
    is_published: false,
    published_at: null,
    comments: [],
    comment_count: 0,
  })
  expect(await isPublic(body.id)).toBe(false)
})

test('all invalid fields of an article are named at once, and nothing is stored', async () => {
  const wrong = {
    title: ' ',
    category: 'sports',
    content: '',
    banner: 'https://elsewhere.example/a.png',
    tags: ['', 'x'.repeat(41), 'two\nlines'],
    done_at: '31/12/2026',
    is_published: 'yes',
    published_at: 'tomorrow',
  }
  const { status, body } = await send('POST', '', wrong)
  expect(status).toBe(400)
  expect(body).toEqual({
    title: ['Title is required'],
    category: ['Please choose a category'],
    author: ['Author is required'],
    description: ['Description is required'],
    content: ['Content is required'],
    banner: ['Please choose an image of this site'],
    tags: ['Please name every tag', 'A tag has at most 40 characters'],
    done_at: ['Please enter a valid date'],
    is_published: ['Please say whether it is published'],
    published_at: ['Please enter a valid date and time'],
  })
  const { body: list } = await app.json('/api/website/news/?status=all', { token })
  expect(list.total_items).toBe(0)
})

test('what is wrong in the text and the images of an article is named with all else', async () => {
  const { id } = (await create()).body
  const banner = `/images/${'0'.repeat(20)}-640x480-c0ffee`
  const gone = ['This picture is not stored here any more. Please upload it again']
  const unread = ['Content is required']
  for (const [wrong, refused] of [
    [
      { title: ' ', banner, content: '<p> </p>' },
      { content: unread, banner: gone },
    ],
    [{ title: ' ', content: `<img src="${banner}">` }, { content: gone }],
    [
      { title: ' ', banner: 'a.png', content: '<p> </p>' },
      { content: unread, banner: expect.any(Array) },
    ],
  ] as const) {
    const title = ['Title is required']
    expect((await create(wrong)).body).toMatchObject({ title, ...refused })
    expect(await update(id, wrong)).toMatchObject({ status: 400, body: { title, ...refused } })
    expect(await update(id, { ...wrong, title: 'Right' })).toMatchObject({
      status: 400,
      body: refused,
    })
  }
  const draft = await send('PATCH', `${id}/draft/`, { slug: 'A B', banner, content: '<h2></h2>' })
  expect(draft.body).toEqual({ slug: [expect.any(String)], banner: gone })
})

test('a banner is an image of this site or empty', async () => {
  for (const banner of [
    '//evil.example/a.png',
    '/\\evil.example',
    'javascript:alert(1)',
    'a.png',
    '/images/a.avif#focus=101,5',
    '/images/a.avif#focus=3',
    '/images/a.avif#focus=30,60#focus=30,60',
  ]) {
    expect((await create({ banner })).body).toEqual({
      banner: ['Please choose an image of this site'],
    })
  }
  for (const banner of ['', '/images/kigali.avif', '/images/kigali.avif#focus=0,100']) {
    expect((await create({ banner })).body.banner).toBe(banner)
  }
})

test('articles with the same title get unique slugs, also when created concurrently', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => create()))
  expect(responses.filter(({ status }) => status !== 201)).toEqual([])
  const following = Array.from({ length: 19 }, (_, index) => `why-kigali-${index + 2}`)
  expect(responses.map(({ body }) => body.slug).sort()).toEqual(['why-kigali', ...following].sort())
  expect((await create({ title: '你好' })).body.slug).toBe('article')
})

test('a change keeps the other fields, and always the slug', async () => {
  const { body } = await create({ tags: ['Rwanda'], done_at: '2026-01-15' })
  const changed = await update(body.id, { title: 'Why Kigali, again' })
  expect(changed.body).toMatchObject({
    ...right,
    title: 'Why Kigali, again',
    slug: 'why-kigali',
    tags: [{ name: 'Rwanda' }],
    done_at: '2026-01-15',
  })
  expect((await update(body.id, { tags: [], done_at: '' })).body).toMatchObject({
    tags: [],
    done_at: '2026-03-02',
  })
  expect(await update(body.id, { title: '', category: 'x' })).toMatchObject({
    status: 400,
    body: { title: ['Title is required'], category: ['Please choose a category'] },
  })
  expect((await update(999, { title: 'Nothing' })).status).toBe(404)
})

test('tags are unique, ignoring case and accents', async () => {
  await create({ tags: ['Remote Work'], is_published: true })
  const { body } = await create({ tags: ['remote work', 'REMOTE WORK'], is_published: true })
  expect(body.tags).toEqual([{ name: 'Remote Work' }])
  expect((await app.json('/api/website/tags/')).body).toEqual([{ name: 'Remote Work' }])
})

test('an article can be published, unpublished, archived and published again', async () => {
  const { id } = (await create()).body
  const published = await send('PATCH', `${id}/publish/`)
  expect(published.body).toMatchObject({ status: 'published', is_published: true })
  expect(await isPublic(id)).toBe(true)

  app.advanceS(600)
  expect((await send('PATCH', `${id}/publish/`)).body.published_at).toBe('2026-03-02T08:00:00.000Z')
  expect((await send('PATCH', `${id}/archive/`)).body).toMatchObject({
    status: 'archived',
    is_published: false,
  })
  expect(await isPublic(id)).toBe(false)
  // An article from the archive keeps its date.
  expect((await send('PATCH', `${id}/publish/`)).body).toMatchObject({
    status: 'published',
    published_at: '2026-03-02T08:00:00.000Z',
  })
  await send('PATCH', `${id}/archive/`)
  expect((await update(id, { title: 'Put away' })).body.status).toBe('archived')
  expect((await update(id, { is_published: true })).body.status).toBe('published')
  expect((await send('PATCH', `${id}/unpublish/`)).body.status).toBe('unpublished')
  expect(await isPublic(id)).toBe(false)
  for (const action of ['publish', 'unpublish', 'archive']) {
    expect((await send('PATCH', `999/${action}/`)).status).toBe(404)
  }
})

test('an article that has changed since it was seen is neither unpublished nor archived', async () => {
  const { id, updated_at } = (await create()).body
  app.advanceS(1)
  await send('PATCH', `${id}/publish/`)
  for (const action of ['unpublish', 'archive']) {
    const refused = await send('PATCH', `${id}/${action}/`, { expected_updated_at: updated_at })
    expect(refused).toMatchObject({ status: 409, body: { current: { id, status: 'published' } } })
    const wrong = await send('PATCH', `${id}/${action}/`, { expected_updated_at: 'then' })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['expected_updated_at']])
  }
  expect(await isPublic(id)).toBe(true)
  for (const [action, status] of [
    ['archive', 'archived'],
    ['unpublish', 'unpublished'],
  ]) {
    const { body } = await app.json(`/api/website/news/${id}/`, { token })
    const seen = { expected_updated_at: body.updated_at }
    expect((await send('PATCH', `${id}/${action}/`, seen)).body.status).toBe(status)
  }
})

test('an article that goes back to the archive gets the time of publication that it had there', async () => {
  const { id } = (await create()).body
  for (const published_at of [null, '2026-03-01T06:00:00.000Z', '2026-03-09T06:00:00.000Z']) {
    await update(id, { published_at })
    await send('PATCH', `${id}/archive/`)
    for (const action of ['publish', 'unpublish']) {
      await send('PATCH', `${id}/${action}/`)
      const { status, body } = await send('PATCH', `${id}/archive/`, { published_at })
      expect([status, body.status, body.published_at]).toEqual([200, 'archived', published_at])
    }
    expect(await isPublic(id)).toBe(false)
    await send('PATCH', `${id}/unpublish/`)
  }
  const wrong = await send('PATCH', `${id}/archive/`, { published_at: 'soon' })
  expect(wrong).toMatchObject({
    status: 400,
    body: { published_at: ['Please enter a valid date and time'] },
  })
})

test('a draft without title or text is published and scheduled by no edit', async () => {
  const { id } = (await send('POST', 'drafts/')).body
  for (const changes of [{ is_published: true }, { published_at: '2026-03-09T08:00:00+02:00' }]) {
    const { status, body } = await update(id, { ...changes, tags: ['Rwanda'] })
    expect([status, body]).toEqual([
      400,
      {
        title: ['Title is required'],
        description: ['Description is required'],
        content: ['Content is required'],
      },
    ])
  }
  const article = await app.json(`/api/website/news/${id}/`, { token })
  expect(article.body).toMatchObject({ status: 'unpublished', tags: [], published_at: null })
  const { title, description, content } = right
  const whole = { title, description, content, author: right.author, is_published: true }
  expect((await update(id, whole)).body.status).toBe('published')
})

test('a future publication time schedules an article, and publishing it takes effect at once', async () => {
  const { body } = await create({ is_published: true, published_at: '2026-03-09T08:00:00+02:00' })
  expect(body).toMatchObject({ status: 'scheduled', published_at: '2026-03-09T06:00:00.000Z' })
  expect(await isPublic(body.id)).toBe(false)
  expect((await send('PATCH', `${body.id}/publish/`)).body.status).toBe('published')
  expect(await isPublic(body.id)).toBe(true)
  // `is_published: false` is consistent with a publication time in the future.
  const again = { is_published: false, published_at: '2026-03-09T06:00:00Z' }
  expect((await update(body.id, again)).body.status).toBe('scheduled')
  expect((await update(body.id, { is_published: true })).body.status).toBe('published')
  const draft = await update(body.id, { is_published: false })
  expect(draft.body).toMatchObject({ status: 'unpublished', published_at: null })
})

test('deleting an article deletes its comments and replies', async () => {
  const id = await createArticle(app.services)
  const other = await createArticle(app.services, { title: 'Another' })
  const comment = await createComment(app.services, id)
  await createComment(app.services, id, { parent_id: comment })
  const remaining = await createComment(app.services, other)
  expect((await send('DELETE', `${id}/`)).status).toBe(204)
  expect((await send('DELETE', `${id}/`)).status).toBe(404)
  const rows = await app.services.database.selectFrom('comments').select('id').execute()
  expect(rows).toEqual([{ id: remaining }])
})
