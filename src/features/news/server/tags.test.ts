import { afterEach, beforeEach, expect, test } from 'vitest'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { auditLines } from '#testing/audit-lines.ts'

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
const merge = (id: number, into: unknown) =>
  app.json(`/api/admin/tags/${id}/merge/`, { method: 'POST', token, json: { into } })
const restore = async () => {
  const { results } = (await app.json('/api/admin/trash/?kind=tag', { token })).body
  return app.json(`/api/admin/trash/${results[0].id}/restore/`, { method: 'POST', token })
}
const tagsOf = async (article: number) =>
  (await app.json(`/api/website/news/${article}/`)).body.tags.map(({ name }: Named) => name)
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

test("a merged tag's articles get the other one in its place, once, and are found by it", async () => {
  const both = await createArticle(app.services, { title: 'A', tags: ['Hirring', 'X', 'Hiring'] })
  const one = await createArticle(app.services, { title: 'B', tags: ['Hirring', 'Rwanda'] })
  const [from, into] = [await idOf('Hirring'), await idOf('Hiring')]
  const { status, body } = await merge(from, into)
  expect([status, body]).toEqual([200, { id: into, name: 'Hiring', article_count: 2 }])
  expect(await tagsOf(both)).toEqual(['X', 'Hiring'])
  expect(await tagsOf(one)).toEqual(['Hiring', 'Rwanda'])
  expect([await found('hirring'), await found('hiring')]).toEqual([0, 2])
  expect(await names()).not.toContain('Hirring')
  expect((await merge(from, into)).status).toBe(404)
})

test('an article that had the tag already into which another is merged keeps its version', async () => {
  const article = await createArticle(app.services, { tags: ['Hiring'] })
  await createArticle(app.services, { title: 'Other', tags: ['Hirring'] })
  const read = async () => (await app.json(`/api/dashboard/news/${article}/draft/`, { token })).body
  const { updated_at } = await read()
  expect((await merge(await idOf('Hirring'), await idOf('Hiring'))).status).toBe(200)
  expect((await read()).updated_at).toBe(updated_at)
})

test('a tag is not merged into itself, one that is gone, or nothing', async () => {
  const article = await createArticle(app.services, { tags: ['One'] })
  const id = await idOf('One')
  expect((await merge(id, id)).body).toEqual({ into: ['Please choose another tag'] })
  expect((await merge(id, undefined)).body).toEqual({ into: ['Please choose another tag'] })
  expect((await merge(id, 999)).body).toEqual({
    into: ['This tag was not found. It may have been deleted.'],
  })
  expect(await tagsOf(article)).toEqual(['One'])
})

test('drafts follow, so that the next publication does not bring a former tag back', async () => {
  const article = await createArticle(app.services, { tags: ['Hirring', 'Old', 'Rwanda'] })
  const path = `/api/dashboard/news/${article}`
  const patch = { method: 'PATCH', token, json: { title: 'Changed since' } }
  expect((await app.json(`${path}/draft/`, patch)).status).toBe(200)
  await createArticle(app.services, { title: 'Other', tags: ['Hiring'] })
  await merge(await idOf('Hirring'), await idOf('Hiring'))
  await rename(await idOf('Rwanda'), 'Kigali')
  await remove(await idOf('Old'), '?force=true')
  const draft = await app.json(`${path}/draft/`, { token })
  expect(draft.body).toMatchObject({ title: 'Changed since', tags: ['Hiring', 'Kigali'] })
})

test.each([
  ['a draft', { published_at: null }, false],
  ['a published article', {}, false],
  ['a draft apart from what is published', {}, true],
] as const)(
  '%s that was open before a tag changed is not saved with its former tag',
  async (_, times, hasDraft) => {
    const article = await createArticle(app.services, { tags: ['Hirring', 'Rwanda'], ...times })
    const path = `/api/dashboard/news/${article}/draft/`
    const save = (json: object) => app.json(path, { method: 'PATCH', token, json })
    if (hasDraft) await save({ title: 'Changed since' })
    const read = async () => (await app.json(path, { token })).body
    const id = await idOf('Hirring')
    const into = (await create('Hiring')).body.id
    for (const [change, left] of [
      [() => rename(id, 'Recruiting'), ['Recruiting', 'Rwanda']],
      [() => merge(id, into), ['Hiring', 'Rwanda']],
      [() => remove(into, '?force=true'), ['Rwanda']],
      [restore, ['Hiring', 'Rwanda']],
    ] as const) {
      const seen = await read()
      expect((await change()).status).toBeLessThan(300)
      const tags = [...seen.tags, 'Mine']
      const refused = await save({ tags, expected_updated_at: seen.updated_at })
      expect([refused.status, refused.body.current?.tags]).toEqual([409, left])
      expect(refused.body.detail).toMatch(/by .+ \(tags\)/)
      expect((await read()).tags).toEqual(left)
    }
    expect(await names()).toEqual(['Hiring', 'Rwanda'])
  },
)

test('tags that are merged and renamed at once are on every article in one way', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other, third] = [`One ${round}`, `Other ${round}`, `Third ${round}`]
    const article = await createArticle(app.services, { tags: [one, other] })
    const [from, into] = [await idOf(one), await idOf(other)]
    const responses = await Promise.all([merge(from, into), rename(into, third), merge(into, from)])
    for (const { status } of responses) expect([200, 400, 404]).toContain(status)
    const { results } = await list(`search=${round}`)
    const left = results.map(({ name }: Named) => name)
    expect(left).toHaveLength(1)
    expect(await tagsOf(article)).toEqual(left)
  }
})

test('a tag that was renamed since it was seen keeps its new name', async () => {
  const { id } = (await create('Hirring')).body
  await rename(id, 'Hiring')
  const json = { name: 'Recruiting', expected_name: 'Hirring' }
  const { status, body } = await app.json(`/api/admin/tags/${id}/`, {
    method: 'PATCH',
    token,
    json,
  })
  expect([status, body]).toEqual([
    409,
    {
      detail: 'Somebody has renamed this tag to Hiring since. It stays so.',
      current: { id, name: 'Hiring', article_count: 0 },
    },
  ])
  expect(await names()).toEqual(['Hiring'])
})

test('every category is told with its articles', async () => {
  await createArticle(app.services, { category: 'talent' })
  await createArticle(app.services, { title: 'Draft', category: 'talent', published_at: null })
  const { body } = await app.json('/api/admin/categories/', { token })
  expect(body.results).toEqual([
    { category: 'business', article_count: 0, published_count: 0 },
    { category: 'industry', article_count: 0, published_count: 0 },
    { category: 'talent', article_count: 2, published_count: 1 },
    { category: 'africa', article_count: 0, published_count: 0 },
  ])
})

test('merging and renaming leave lines of the audit log', async () => {
  await createArticle(app.services, { tags: ['One', 'Two'] })
  const [from, into] = [await idOf('One'), await idOf('Two')]
  await rename(from, 'First')
  await merge(from, into)
  const line = { action: 'changed', target: 'tag', target_id: String(from) }
  expect(await auditLines(app, 'tag')).toEqual([
    { ...line, details: { action: 'rename' } },
    { ...line, details: { action: 'merge', into } },
  ])
})
