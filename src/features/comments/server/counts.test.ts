import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onSqlite } from '#testing/engines.ts'
import type { CommentFilters } from '../moderation-contract.ts'
import { inParts } from './comment-filters.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('EDITOR')
})
afterEach(() => app[Symbol.asyncDispose]())

const held = { held_at: '2026-03-02T07:00:00.000Z' }
const moderate = (comment_ids: number[], action: string) =>
  app.json('/api/admin/comments/batch/', { method: 'PATCH', token, json: { comment_ids, action } })
let posts = 0
const post = (path: string, target: object, message: string) =>
  app.json(`/api/website/${path}/`, {
    method: 'POST',
    json: { name: 'Eric Mugisha', email: 'eric@example.rw', message, ...target },
    clientIp: `203.0.113.${posts++ % 250}`,
  })

/** The counts that are not what counting the comments gives. */
async function findWrongCounts() {
  const { database } = app.services
  const kept = await database.selectFrom('comment_counts').selectAll().execute()
  const comments = await database.selectFrom('comments').selectAll().execute()
  const keyOf = (...parts: unknown[]) => parts.join(' ')
  const counted = new Map<string, number>()
  for (const { article_id, status, held_at, parent_id } of comments) {
    const key = keyOf(article_id, status, Number(held_at !== null), Number(parent_id !== null))
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  for (const { article_id, status, is_held, is_reply, total } of kept) {
    const key = keyOf(article_id, status, is_held, is_reply)
    counted.set(key, (counted.get(key) ?? 0) - total)
  }
  return [...counted].filter(([, difference]) => difference !== 0)
}

test('comments are counted as they are posted, moderated and deleted', async () => {
  const article = await createArticle(app.services)
  const [first, second, third] = [
    await createComment(app.services, article),
    await createComment(app.services, article, held),
    await createComment(app.services, article, { status: 'REJECTED' }),
  ]
  await createComment(app.services, article, { parent_id: first })
  await createComment(app.services, article, { parent_id: first, status: 'REJECTED' })
  const totals = async () => {
    expect(await findWrongCounts()).toEqual([])
    const list = await app.json('/api/website/comments/?page_size=1', { token })
    const pending = await app.json('/api/website/comments/?page_size=1&status=pending', { token })
    const shown = await app.json(`/api/website/news/${article}/comments/?page_size=1&page=1`)
    return [list, pending, shown].map(({ body }) => body.total_items)
  }
  await createComment(app.services, article)
  expect(await totals()).toEqual([6, 4, 2])
  await moderate([second, third], 'approve')
  expect(await totals()).toEqual([6, 3, 4])
  await moderate([first], 'delete')
  expect(await totals()).toEqual([3, 1, 3])
  await app.json(`/api/dashboard/news/${article}/`, { method: 'DELETE', token })
  expect(await findWrongCounts()).toEqual([])
  expect(await app.services.database.selectFrom('comment_counts').selectAll().execute()).toEqual([])
})

test('the counts are right after concurrent posts, moderation and deletions', async () => {
  const articles = [await createArticle(app.services), await createArticle(app.services)]
  const ids: number[] = []
  for (let round = 0; round < 8; round += 1) {
    for (const article of articles) {
      const id = await createComment(app.services, article)
      ids.push(id, await createComment(app.services, article, { parent_id: id }))
    }
  }
  // Batches of different comments that change the same counts, in opposite directions.
  const actions = ['approve', 'reject', 'approve', 'reject', 'approve', 'reject', 'approve']
  const responses = await Promise.all([
    ...actions.flatMap((action, index) =>
      [0, 1, 2].map((third) =>
        moderate(
          ids.filter((id) => id % 3 === third),
          third === index % 3 ? action : index % 2 === 0 ? 'reject' : 'approve',
        ),
      ),
    ),
    moderate(ids.slice(4, 12), 'delete'),
    ...ids.map((id, index) => post('reply-comments', { comment_id: id }, `Reply number ${index}`)),
    ...articles.flatMap((news_id) =>
      ids.map((_, index) => post('comments', { news_id }, `Comment number ${index}`)),
    ),
  ])
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  expect(await findWrongCounts()).toEqual([])
})

test('a page past the end is empty, and one behind 10,000 comments is refused', async () => {
  const article = await createArticle(app.services)
  const lists = [`/api/website/news/${article}/comments/`, '/api/website/comments/']
  for (const list of lists) {
    for (const page of [100, 101, 1_000_000]) {
      const { body } = await app.json(`${list}?page=${page}&page_size=100`, { token })
      expect(body).toMatchObject({
        results: [],
        total_items: 0,
        total_pages: 0,
        current_page: page,
      })
    }
  }
  await sql`
    insert into comments (article_id, name, name_key, email, message, status, search_text, email_key,
      wave_key, created_at, updated_at)
    with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 10050)
    select ${sql.lit(article)}, '', '', '', '', 'APPROVED', '', '', '', '2026-03-02T08:00:00.000Z',
      '2026-03-02T08:00:00.000Z' from numbers`.execute(app.services.database)
  for (const list of lists) {
    const far = await app.json(`${list}?page=101&page_size=100`, { token })
    expect([far.status, far.body]).toEqual([
      400,
      { page: ['Only the first 10,000 can be paged through'] },
    ])
    const past = await app.json(`${list}?page=102&page_size=100`, { token })
    expect(past.body).toMatchObject({ results: [], total_items: 10_050, current_page: 102 })
  }
})

test('a comment drops the cached responses with the comments of its article, and no others', async () => {
  const { services } = app
  const cache = createPageCache(services.tagVersions, services.now)
  const cached = createApp(services, { handlePage: async () => new Response(), cache })
  const [article, other] = [await createArticle(services), await createArticle(services)]
  const pathsOf = (id: number) => [`/api/website/news/${id}/`, `/api/website/news/${id}/comments/`]
  const own = pathsOf(article)
  const others = [...pathsOf(other), '/api/website/news/', '/api/website/tags/']
  const read = async () => {
    for (const path of [...own, ...others]) {
      await cached.fetch(new Request(`http://localhost${path}`), { peerAddress: '' })
    }
  }
  const findCached = (paths: string[]) => paths.filter((path) => cache.find(path))

  await read()
  expect(findCached([...own, ...others])).toHaveLength(6)
  await post('comments', { news_id: article }, 'A comment on the first article')
  expect([findCached(own), findCached(others)]).toEqual([[], others])

  await read()
  const { body } = await app.json(own[1] as string)
  await moderate([body.results[0].id], 'reject')
  expect([findCached(own), findCached(others)]).toEqual([[], others])

  await read()
  await app.json(`/api/dashboard/news/${article}/unpublish/`, { method: 'PATCH', token })
  expect(findCached(own)).toEqual([])
})

// PostgreSQL chooses by how many rows there are.
onSqlite(
  'each status and article is read in its order from an index, without sorting',
  async () => {
    const { database } = app.services
    const days = { created_from: '2026-02-01', created_to: '2026-03-01' }
    const filters: CommentFilters[] = [
      {},
      days,
      { is_held: true },
      { news_id: [1] },
      { status: ['PENDING' as const] },
      { status: ['PENDING', 'REJECTED'], ...days },
      { status: ['APPROVED', 'REJECTED'], ordering: 'name' },
      { status: ['APPROVED', 'REJECTED'], news_id: [1, 2], ...days },
      { status: ['REJECTED'], news_id: [1, 2], ordering: '-name' },
      { news_id: [1, 2], ordering: 'name' },
    ]
    const sorted: unknown[] = []
    for (const one of filters) {
      const column = one.ordering ? 'comments.name_key' : 'comments.created_at'
      for (const part of inParts(database, one)) {
        const page = part.select('comments.id').orderBy(column).orderBy('comments.id').limit(10)
        const plan = JSON.stringify(await page.explain(undefined, sql`query plan`))
        if (plan.includes('TEMP B-TREE') || !plan.includes('INDEX')) sorted.push([one, plan])
      }
    }
    expect(sorted).toEqual([])
  },
)
