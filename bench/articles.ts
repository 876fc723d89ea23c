import { sql } from 'kysely'
import { createArticle } from '#seed/factories/news.ts'
import { memoryMB } from './measure.ts'
import type { Site } from './site.ts'
import { atMost, shown, table } from './table.ts'
import { timedColumns, timeReads } from './timed-reads.ts'
import { watchedTurns } from './turns.ts'

export const articles = Number(process.env.BENCH_ARTICLES ?? 100_000)
const batchSize = 10_000
/** Articles in one part of the sitemap. */
const articlesOfPart = 2_000
/** Pages of 10 articles, the API's page size. */
export const pages = articles / 10
/** The address of one of the parts, each time another one where there are so many. */
export const sitemapPart = (repeat: number) =>
  `/sitemaps/articles-${1 + (repeat % Math.ceil(articles / articlesOfPart))}.xml`
/** Far beyond what anybody reads. */
const farPage = pages * 0.9
const answerMsMax = 200
const memoryMBMax = 250

/** Measures what is not kept of a site with 100,000 articles: pages, feeds, the sitemap, lists and searches. */
export async function measureArticles(site: Site): Promise<string> {
  await generateArticles(site)
  await using product = await site.start(watchedTurns)
  const editor = await site.signIn('EDITOR')
  const rows: string[][] = []
  const list = '/api/website/news/'
  for (const [name, pathOf, headers] of [
    ['a page of the list', (n: number) => `/insights?page=${2 + n}`, {}],
    ['the end of the list', (n: number) => `/insights?page=${pages - n}`, {}],
    ['a category', (n: number) => `/insights?category=business&page=${2 + n}`, {}],
    ['an article', (n: number) => `/insights/bench-${articles / 2 + n}`, {}],
    ['the feed', () => '/rss.xml', {}],
    ['the sitemap', () => '/sitemap.xml', {}],
    ['a part of it', sitemapPart, {}],
    ['the list as JSON', (n: number) => `${list}?page=${2 + n}`, {}],
    ['far beyond', (n: number) => `${list}?page=${farPage + n}`, {}],
    ['staff', () => list, editor],
    ['staff, far beyond', () => `${list}?page=${farPage}`, editor],
    ['staff, by title', () => `${list}?ordering=title&page=30`, editor],
    ['staff, a status', () => `${list}?status=published&page=30`, editor],
    ['staff, a common word', () => `${list}?search=cohort`, editor],
    ['staff, a rare word', () => `${list}?search=bench+${articles - 223}`, editor],
  ] as const) {
    rows.push([name, ...(await timeReads(product, pathOf, headers, answerMsMax))])
  }
  const { peak } = memoryMB(product.pid)
  return `${table([`${site.engine}: ${articles} articles`, ...timedColumns], rows)}\n\nMemory at most: ${shown(peak)} MB, ${atMost(peak, memoryMBMax)}`
}

/** Articles of some 3 kB, one an hour up to now, each of one category. */
export async function generateArticles(site: Site) {
  const { engine, services } = site
  const { database } = services
  const id = await createArticle(services, {
    title: 'Bench',
    content: '<p>What a cohort taught us about schools, laptops and patience.</p>'.repeat(50),
  })
  const at =
    engine === 'postgres'
      ? sql`now() - i * interval '1 hour'`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || i || ' hours')`
  const category = sql`case i % 4 when 0 then 'business' when 1 then 'talent' when 2 then 'africa' else 'industry' end`
  for (let from = 1; from <= articles; from += batchSize) {
    await sql`
      insert into articles (title, title_key, slug, banner, category, author, description, content,
        search_text, published_at, created_at, updated_at)
      with recursive numbers (i) as (
        select ${sql.lit(from)} union all
        select i + 1 from numbers where i < ${sql.lit(Math.min(from + batchSize - 1, articles))}
      )
      select 'Bench ' || i, 'bench ' || i, 'bench-' || i, banner, ${category}, author, description, content,
        'bench ' || i || ' ' || search_text, ${at}, ${at}, ${at}
      from numbers, articles where articles.id = ${id}`.execute(database)
  }
  if (engine === 'postgres') await sql`vacuum analyze`.execute(database)
}
