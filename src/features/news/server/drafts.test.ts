import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUnusedImages } from '#features/images/server/unused-images.ts'
import { createImage } from '#seed/factories/images.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR', { name: 'Aline Uwase' })
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json: unknown = {}, as = token) =>
  app.json(`/api/dashboard/news/${path}`, { method, token: as, json })
const read = async (path: string) => (await app.json(`/api/dashboard/news/${path}`, { token })).body
const draftOf = (id: number) => read(`${id}/draft/`)
const save = (id: number, changes: object, as = token) => send('PATCH', `${id}/draft/`, changes, as)
const publicOf = (id: number) => app.json(`/api/website/news/${id}/`)
const begin = async () => (await send('POST', 'drafts/')).body
const whole = {
  title: 'Why Kigali',
  description: 'An answer to a question that we hear a lot.',
  content: '<p>Because.</p>',
}
const linesOf = async () =>
  (await auditLines(app, 'article%')).map(({ action, target }) => `${action} ${target}`)

test('an article begins empty, takes whatever is saved, and its slug follows the title', async () => {
  const begun = await send('POST', 'drafts/')
  expect(begun.status).toBe(201)
  expect(begun.body).toMatchObject({
    title: '',
    slug: 'article',
    author: 'Aline Uwase',
    content: '',
    tags: [],
    status: 'unpublished',
    has_changes: false,
    done_at: null,
  })
  const { id } = begun.body
  const first = await save(id, { title: 'Why', expected_updated_at: begun.body.updated_at })
  expect(first.body).toMatchObject({ title: 'Why', slug: 'why', has_changes: false })
  const second = await save(id, {
    title: 'Why Kigali',
    tags: ['Rwanda'],
    done_at: '2026-01-15',
    banner: '/images/a.avif',
    expected_updated_at: first.body.updated_at,
  })
  expect(second.body).toMatchObject({ slug: 'why-kigali', tags: ['Rwanda'], done_at: '2026-01-15' })
  expect((await publicOf(id)).status).toBe(404)
  expect(await linesOf()).toEqual(['created article'])
})

test('every invalid field of a draft is named, and nothing of it is saved', async () => {
  const { id } = await begin()
  const { status, body } = await save(id, {
    title: 'x'.repeat(201),
    slug: 'Not A Slug',
    banner: 'https://elsewhere.example/a.png',
    category: 'sports',
    author: 'x'.repeat(121),
    description: 'x'.repeat(501),
    content: 'x'.repeat(200_001),
    tags: [''],
    done_at: '31/12/2026',
    expected_updated_at: 'then',
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    title: ['At most 200 characters'],
    slug: ['Please use small letters, digits and single hyphens'],
    banner: ['Please choose an image of this site'],
    category: ['Please choose a category'],
    author: ['At most 120 characters'],
    description: ['At most 500 characters'],
    content: ['At most 200000 characters'],
    tags: ['Please name every tag'],
    done_at: ['Please enter a valid date'],
    expected_updated_at: ['Please send the updated_at of the row'],
  })
  expect(await draftOf(id)).toMatchObject({ title: '', slug: 'article' })
  expect((await save(999, { title: 'Nothing' })).status).toBe(404)
  expect((await draftOf(999)).detail).toMatch(/^This article was not found/)
})

test('what is saved of a published article is seen by nobody until it is published', async () => {
  const id = await createArticle(app.services, { ...whole, tags: ['Rwanda'] })
  const saved = await save(id, { title: 'Why Rwanda', content: '<p>Since.</p><script>x</script>' })
  expect(saved.body).toMatchObject({
    title: 'Why Rwanda',
    content: '<p>Since.</p>',
    slug: 'why-kigali',
    has_changes: true,
    status: 'published',
    tags: ['Rwanda'],
  })
  const before = (await publicOf(id)).body
  expect(before).toMatchObject(whole)
  expect(await read('?search=kigali')).toMatchObject({
    results: [{ id, title: 'Why Kigali', has_changes: true }],
  })
  const published = await send('PATCH', `${id}/publish/`)
  expect(published.body).toMatchObject({ title: 'Why Rwanda', published_at: before.published_at })
  expect((await publicOf(id)).body).toMatchObject({ title: 'Why Rwanda', content: '<p>Since.</p>' })
  expect(await draftOf(id)).toMatchObject({ has_changes: false, title: 'Why Rwanda' })
  expect(await linesOf()).toEqual(['changed article'])
})

test('a scheduled article keeps its text until its draft is published or scheduled again', async () => {
  const { id } = await begin()
  await save(id, whole)
  const at = '2026-03-03T06:00:00.000Z'
  const scheduled = await send('PATCH', `${id}/schedule/`, { published_at: at })
  expect(scheduled.body).toMatchObject({ status: 'scheduled', published_at: at })
  await save(id, { title: 'Why not' })
  app.setNow('2026-03-03T06:00:01.000Z')
  expect((await publicOf(id)).body).toMatchObject(whole)
  token = await app.signIn('EDITOR')
  expect(await draftOf(id)).toMatchObject({ title: 'Why not', status: 'published' })
})

test('only a whole article is published or scheduled, for a time to come', async () => {
  const { id } = await begin()
  await save(id, { author: '' })
  const missing = {
    title: ['Title is required'],
    author: ['Author is required'],
    description: ['Description is required'],
    content: ['Content is required'],
  }
  expect(await send('PATCH', `${id}/publish/`)).toMatchObject({ status: 400, body: missing })
  const soon = { published_at: '2026-03-02T09:00:00Z' }
  expect((await send('PATCH', `${id}/schedule/`, soon)).body).toEqual(missing)
  await save(id, { ...whole, author: 'Aline Uwase' })
  for (const [published_at, message] of [
    ['2026-03-02T07:00:00Z', 'Please choose a time to come'],
    ['soon', 'Please enter a valid date and time'],
    [undefined, 'Please enter a valid date and time'],
  ]) {
    const refused = await send('PATCH', `${id}/schedule/`, { published_at })
    expect(refused).toMatchObject({ status: 400, body: { published_at: [message] } })
  }
  expect((await publicOf(id)).status).toBe(404)
  expect((await send('PATCH', '999/schedule/', soon)).status).toBe(404)
  expect((await send('PATCH', '999/publish/')).status).toBe(404)
})

test('a save of an older version is refused with who changed what, and the draft as it is', async () => {
  const id = await createArticle(app.services, whole)
  const { updated_at } = await draftOf(id)
  const other = await app.signIn('EDITOR', { name: 'Keza İnci' })
  const theirs = await save(id, { title: 'Theirs', expected_updated_at: updated_at }, other)
  expect(theirs.status).toBe(200)
  const mine = await save(id, { title: 'Mine', expected_updated_at: updated_at })
  expect(mine.status).toBe(409)
  expect(mine.body.detail).toMatch(/^This was changed at .* by Keza İnci \(title\)\./)
  expect(mine.body.current).toMatchObject({
    title: 'Theirs',
    updated_at: theirs.body.updated_at,
    content: whole.content,
  })
  const publish = await send('PATCH', `${id}/publish/`, { draft_updated_at: updated_at })
  expect(publish.status).toBe(409)
  expect((await publicOf(id)).body.title).toBe(whole.title)
})

test('a draft that was begun since the list was read is not published from there', async () => {
  const { id } = await begin()
  await save(id, whole)
  await send('PATCH', `${id}/schedule/`, { published_at: '2026-03-03T06:00:00.000Z' })
  const rowOf = async () => (await read('?status=scheduled')).results[0]
  const seen = await rowOf()
  app.advanceS(1)
  await save(id, { content: '<p>Because of the</p>' }, await app.signIn('EDITOR'))
  const refused = await send('PATCH', `${id}/publish/`, { draft_updated_at: seen.updated_at })
  expect(refused.status).toBe(409)
  expect((await publicOf(id)).status).toBe(404)
  expect(await draftOf(id)).toMatchObject({ content: '<p>Because of the</p>', has_changes: true })
  // The version in the list is that of what is scheduled, with which the list can't publish the draft either.
  const { updated_at, has_changes } = await rowOf()
  expect(has_changes).toBe(true)
  const again = await send('PATCH', `${id}/publish/`, { draft_updated_at: updated_at })
  expect(again.status).toBe(409)
})

test('an edit of the article itself is in its draft, too', async () => {
  const id = await createArticle(app.services, whole)
  await save(id, { description: 'Another description' })
  await send('PATCH', `${id}/`, { title: 'Changed by a program' })
  expect(await draftOf(id)).toMatchObject({
    title: 'Changed by a program',
    description: 'Another description',
  })
})

test('a discarded draft leaves what is published, and stays among the revisions', async () => {
  const id = await createArticle(app.services, whole)
  const { updated_at } = (await save(id, { title: 'A thought' })).body
  const stale = { expected_updated_at: '2026-03-02T00:00:00Z' }
  expect((await send('DELETE', `${id}/draft/`, stale)).status).toBe(409)
  expect((await draftOf(id)).title).toBe('A thought')
  const discard = { expected_updated_at: updated_at }
  expect((await send('DELETE', `${id}/draft/`, discard)).body).toMatchObject({
    ...whole,
    has_changes: false,
  })
  expect((await read(`${id}/revisions/`)).results).toMatchObject([
    { kind: 'saved', title: 'A thought', by: 'Aline Uwase' },
    { kind: 'original', title: 'Why Kigali', by: '' },
  ])
  expect((await send('DELETE', '999/draft/')).status).toBe(404)
  expect(await linesOf()).toEqual(['deleted article draft'])
})

test('the saves of ten minutes by one user are one revision, and each can be restored', async () => {
  const { id } = await begin()
  await save(id, whole)
  await save(id, { title: 'Second' })
  app.advanceS(11 * 60)
  await save(id, { title: 'Third' })
  await save(id, { title: 'Fourth' }, await app.signIn('ADMIN', { name: 'Diane Keza' }))
  await send('PATCH', `${id}/publish/`)
  const { results } = await read(`${id}/revisions/`)
  expect(results).toMatchObject([
    { kind: 'published', title: 'Fourth', by: 'Aline Uwase' },
    { kind: 'saved', title: 'Fourth', by: 'Diane Keza' },
    { kind: 'saved', title: 'Third', by: 'Aline Uwase' },
    { kind: 'saved', title: 'Second', by: 'Aline Uwase' },
  ])
  const second = results[3].id
  expect((await read(`revisions/${second}/`)).fields).toMatchObject({ ...whole, title: 'Second' })
  const restored = await send('POST', `revisions/${second}/restore/`)
  expect(restored.body).toMatchObject({ title: 'Second', has_changes: true })
  expect((await publicOf(id)).body.title).toBe('Fourth')
  expect((await read(`${id}/revisions/?page_size=1`)).results[0].kind).toBe('restored')
  const stale = { expected_updated_at: '2026-03-02T00:00:00Z' }
  expect((await send('POST', `revisions/${second}/restore/`, stale)).status).toBe(409)
  expect((await send('POST', 'revisions/999/restore/')).status).toBe(404)
  expect((await read('revisions/999/')).detail).toMatch(/^This revision was not found/)
})

test('of an article the newest 200 revisions are kept', async () => {
  const { id } = await begin()
  const other = await app.signIn('EDITOR')
  for (let count = 0; count < 203; count += 1) {
    await save(id, { title: `Version ${count}` }, count % 2 === 0 ? token : other)
  }
  const { total_items, results } = await read(`${id}/revisions/`)
  expect([total_items, results[0].title]).toEqual([200, 'Version 202'])
})

test('images of drafts are those of this site, and stay as long as a draft or revision has them', async () => {
  const { id } = await begin()
  const gone = `/images/${'0'.repeat(20)}-640x480-c0ffee`
  const refused = await save(id, { banner: gone, content: `<p>See</p><img src="${gone}">` })
  const message = ['This picture is not stored here any more. Please upload it again']
  expect(refused.body).toEqual({ banner: message, content: message })
  const url = await createImage(app.services)
  expect((await save(id, { content: `<img src="${url}" alt="Two">` })).body.content).toContain(url)
  const unused = await createImage(app.services)
  const statusesAfterDays = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      app.advanceS(24 * 60 * 60)
      await removeUnusedImages(app.services)
    }
    const responses = [await app.request(url), await app.request(unused)]
    return responses.map(({ status }) => status)
  }
  expect(await statusesAfterDays(8)).toEqual([200, 404])
  token = await app.signIn('EDITOR')
  expect((await save(id, { content: '<p>Nothing to see.</p>' })).status).toBe(200)
  expect(await statusesAfterDays(8)).toEqual([200, 404])
})

test('a text that is longer once it is cleaned can be saved, read and published', async () => {
  const { id } = await begin()
  const content = '<p>a'.repeat(49_000)
  expect((await save(id, { ...whole, content })).status).toBe(200)
  expect((await draftOf(id)).content).toHaveLength(8 * 49_000)
  const { results } = await read(`${id}/revisions/`)
  expect((await read(`revisions/${results[0].id}/`)).fields.content).toHaveLength(8 * 49_000)
  expect((await send('PATCH', `${id}/publish/`)).status).toBe(200)
  expect((await publicOf(id)).status).toBe(200)
})
