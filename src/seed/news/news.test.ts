import { afterAll, beforeAll, expect, test } from 'vitest'
import { safeArticleHtml, textOfHtml } from '#platform/text/html.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { africaArticles } from './africa.ts'
import { businessArticles } from './business.ts'
import { industryArticles } from './industry.ts'
import { seedNews } from './news.ts'
import { talentArticles } from './talent.ts'

const articles = [...businessArticles, ...industryArticles, ...talentArticles, ...africaArticles]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await seedNews(app.services)
})
afterAll(() => app[Symbol.asyncDispose]())

const total = async (query: string) => {
  const token = query.includes('status') ? await app.signIn('EDITOR') : undefined
  return (await app.json(`/api/website/news/?${query}`, { token })).body.total_items
}

test('the demo has 24 articles in four categories, two of them drafts and one to come', async () => {
  expect(await total('status=all')).toBe(24)
  expect(await total('status=unpublished')).toBe(2)
  expect(await total('status=scheduled')).toBe(1)
  expect(await total('')).toBe(21)
  for (const category of ['business', 'industry', 'talent', 'africa']) {
    expect(await total(`category=${category}`), category).toBeGreaterThanOrEqual(5)
  }
})

test.each(articles.map((article) => [article.title, article] as const))(
  '"%s" can be read: of some length, with headings, and safe as it is written',
  (_title, { content }) => {
    const written = content.trim()
    expect(safeArticleHtml(written)).toBe(written)
    const words = textOfHtml(written).split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(250)
    expect(words).toBeLessThanOrEqual(500)
    expect(written.match(/<h2>/g)?.length ?? 0).toBeGreaterThanOrEqual(2)
    expect(written).toMatch(/<[ou]l/)
  },
)

test('some articles have a table, some code, most a quote', () => {
  const having = (tag: string) => articles.filter(({ content }) => content.includes(tag)).length
  expect(having('<table>')).toBeGreaterThanOrEqual(5)
  expect(having('<pre>')).toBeGreaterThanOrEqual(3)
  expect(having('<blockquote>')).toBeGreaterThanOrEqual(12)
})

test('what is said of the articles was said before today, with replies, and held where it is spam', async () => {
  const slug = 'how-a-berlin-and-kigali-team-shares-one-working-day'
  const { body } = await app.json(`/api/website/news/slug/${slug}/`)
  expect(body.comment_count).toBe(2)
  expect(body.comments[1].latest_reply.name).toBe('Katrin Vogel')
  const rows = await app.services.database
    .selectFrom('comments')
    .select('created_at')
    .where('created_at', '>', app.services.now().toISOString())
    .execute()
  expect(rows).toEqual([])
})
