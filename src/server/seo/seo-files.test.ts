import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPageCache } from '#platform/cache/page-cache.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { company } from '#shared/company.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createApp } from '../app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
})
afterEach(() => app[Symbol.asyncDispose]())

const article = {
  title: 'Work & <learning> in "Kigali"',
  category: 'talent',
  author: 'Diane Keza',
  description: 'What a cohort & its mentors do.',
  content: '<p>Much.</p>',
}

async function publish(changes: object = {}) {
  const token = await app.signIn('EDITOR')
  const json = { ...article, is_published: true, ...changes }
  const { body } = await app.json('/api/dashboard/news/', { method: 'POST', token, json })
  return body.slug as string
}

test('robots.txt names the sitemap and disallows the staff area', async () => {
  const { body } = await app.json('/robots.txt')
  expect(body).toContain('Sitemap: https://huza.example/sitemap.xml')
  for (const path of ['/dashboard', '/login', '/api/']) expect(body).toContain(`Disallow: ${path}`)
})

test('without SITE_URL a forged Host header never reaches another visitor through the cache', async () => {
  const { services } = app
  const nameless = { ...services, config: { ...services.config, siteUrl: undefined } }
  const cache = createPageCache(services.tagVersions, services.now)
  const cached = createApp(nameless, { handlePage: async () => new Response(), cache })
  for (const host of ['made-up.example', 'huza.example']) {
    const response = await cached.fetch(new Request(`http://${host}/robots.txt`), {
      peerAddress: '',
    })
    expect(await response.text()).toContain(`Sitemap: http://${host}/sitemap.xml`)
  }
})

test.each(['/sitemap.xml', '/rss.xml', '/atom.xml'])(
  '%s links the published articles and no others',
  async (path) => {
    const slug = await publish()
    const hidden = await publish({ title: 'A draft', is_published: false })
    const { body, status } = await app.json(path)
    expect(status).toBe(200)
    expect(body).toContain(`https://huza.example/insights/${slug}`)
    expect(body).not.toContain(hidden)
    expect(body).not.toMatch(/&(?!(amp|lt|gt|quot);)/)
  },
)

test('a feed escapes titles and omits characters that XML cannot contain', async () => {
  // Stored directly: the API itself stores no control characters in a title.
  const title = 'Work & <learning> in "Kigali"\u0007\u000b\ufffe'
  await createArticle(app.services, { title })
  for (const path of ['/rss.xml', '/atom.xml']) {
    const { body } = await app.json(path)
    expect(body).toContain('Work &amp; &lt;learning&gt; in &quot;Kigali&quot;<')
  }
})

test('both feeds have one title, of the company and its news', async () => {
  for (const path of ['/rss.xml', '/atom.xml']) {
    const { body } = await app.json(path)
    expect(/<title>(.*?)<\/title>/.exec(body)?.[1]).toBe(`${company.name}: News &amp; Insights`)
  }
})

test('a feed has its author, its last change, and the URLs of itself and its articles', async () => {
  const slug = await publish({ tags: ['Hiring'] })
  const url = `https://huza.example/insights/${slug}`
  const { body: rss } = await app.json('/rss.xml')
  for (const part of [
    '<atom:link href="https://huza.example/rss.xml" rel="self" type="application/rss+xml"/>',
    '<lastBuildDate>Mon, 02 Mar 2026 08:00:00 GMT</lastBuildDate>',
    `<link>${url}</link><guid isPermaLink="true">${url}</guid>`,
    '<pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate><dc:creator>Diane Keza</dc:creator>',
    '<category>Talent Development</category><category>Hiring</category>',
  ]) {
    expect(rss).toContain(part)
  }
  const { body: atom } = await app.json('/atom.xml')
  for (const part of [
    '<link rel="self" type="application/atom+xml" href="https://huza.example/atom.xml"/>',
    `<id>${url}</id>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    '<published>2026-03-02T08:00:00.000Z</published><author><name>Diane Keza</name></author>',
  ]) {
    expect(atom).toContain(part)
  }
})

test('the sitemap has every article, however many, and the upcoming events', async () => {
  for (let number = 0; number < 101; number += 1) {
    await createArticle(app.services, { title: `Story ${number}` })
  }
  const coming = await createEvent(app.services)
  const past = await createEvent(app.services, { starts_at: '2026-02-01T08:00:00.000Z' })
  const { body } = await app.json('/sitemap.xml')
  expect(body.match(/<loc>[^<]*\/insights\/story-\d+<\/loc><lastmod>/g)).toHaveLength(101)
  expect(body).toContain(`<loc>https://huza.example/events/${coming}</loc>`)
  expect(body).not.toContain(`/events/${past}<`)
  const { body: rss } = await app.json('/rss.xml')
  expect(rss.match(/<item>/g)).toHaveLength(30)
  for (const path of ['/sitemap.xml', '/rss.xml', '/atom.xml']) {
    const { headers } = await app.request(path, { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('content-encoding'), path).toBe('br')
  }
})

test('the sitemap and robots.txt list every public page and no other', async () => {
  const { body } = await app.json('/sitemap.xml')
  const paths = [...body.matchAll(/<loc>https:\/\/huza\.example([^<]*)<\/loc>/g)].map(
    ([, path]) => path,
  )
  const routes = readFileSync(new URL('../../routes.ts', import.meta.url), 'utf8')
  const open = [...routes.matchAll(/route\('([\w/-]+)', 'pages\/public/g)].map(([, path]) => path)
  const unlisted = [
    'newsletter',
    'newsletter/confirm',
    'newsletter/unsubscribe',
    'comments/answers',
    'testimonial',
    'events/cancel',
    'my-data',
    'my-data/link',
    'interview',
    'certificate',
    'login',
  ]
  const listed = open.filter((path) => !unlisted.includes(path ?? ''))
  expect(paths.toSorted()).toEqual(['/', ...listed.map((path) => `/${path}`)].toSorted())
})

test('the sitemap of a site with many articles is an index of parts', async () => {
  const first = await createArticle(app.services, { title: 'The first' })
  await skipIdsTo(2_000)
  const later = await createArticle(app.services, { title: 'Long afterwards' })
  await publish({ title: 'A draft', is_published: false })
  expect([first, later]).toEqual([1, 2_001])
  const { body: index } = await app.json('/sitemap.xml')
  const parts = [...index.matchAll(/<sitemap><loc>https:\/\/huza\.example([^<]*)<\/loc>/g)]
  expect(parts.map(([, path]) => path)).toEqual(
    ['pages', 'articles-1', 'articles-2'].map((part) => `/sitemaps/${part}.xml`),
  )
  const urls = await Promise.all(
    parts.map(async ([, path = '']) => {
      const { body, status } = await app.json(path)
      expect(status, path).toBe(200)
      return [...body.matchAll(/<loc>https:\/\/huza\.example([^<]*)<\/loc>/g)].map(([, url]) => url)
    }),
  )
  expect(urls[0]).toContain('/insights')
  expect(urls.slice(1)).toEqual([['/insights/the-first'], ['/insights/long-afterwards']])
  for (const part of ['articles-3', 'articles-0', 'articles-01', 'articles-9999999', 'events']) {
    expect((await app.json(`/sitemaps/${part}.xml`)).status, part).toBe(404)
  }
})

/** Lets the next article have the id after this one, as if those before had been deleted. */
const skipIdsTo = (id: number) =>
  process.env.TEST_DATABASE_URL
    ? sql`select setval(pg_get_serial_sequence('articles', 'id'), ${id})`.execute(
        app.services.database,
      )
    : sql`update sqlite_sequence set seq = ${id} where name = 'articles'`.execute(
        app.services.database,
      )
