import type { Context, Hono } from 'hono'
import type { ApiClient } from '#client/api/client.ts'
import type { Event } from '#features/events/contract.ts'
import type { Article } from '#features/news/contract.ts'
import { pageCards } from '#layout/share-card.ts'
import { createCachedResponse, toResponse } from '#platform/cache/cached-response.ts'
import type { PageCache, TrackTag } from '#platform/cache/page-cache.ts'
import type { AppEnvironment } from '../environment.ts'
import { createPageApiClient } from '../pages/api-client.ts'
import { articleUrl, atom, escaped, feedLength, rss, xml } from './feeds.ts'
import { webManifest } from './web-manifest.ts'

type Content = { articles: Article[]; events: Event[] }

type Document = {
  type: string
  /** How many of the newest articles it includes, and whether it includes upcoming events. */
  articles: number
  events?: true
  write(origin: string, content: Content): string
}

const documents: Record<string, Document> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', articles: 0, write: robots },
  '/site.webmanifest': { type: 'application/manifest+json', articles: 0, write: webManifest },
  // A sitemap may contain at most 50 000 URLs.
  '/sitemap.xml': { type: 'application/xml', articles: 49_000, events: true, write: sitemap },
  '/rss.xml': { type: 'application/rss+xml', articles: feedLength, write: rss },
  '/atom.xml': { type: 'application/atom+xml', articles: feedLength, write: atom },
}

/** Serves robots.txt, sitemap, feeds and web manifest: generated from the API, and cached like pages. */
export function serveSeoFiles(app: Hono<AppEnvironment>, cache: PageCache | null) {
  for (const [path, document] of Object.entries(documents)) {
    app.get(path, async (c) => {
      const context = c.get('context')
      const origin = context.config.siteUrl ?? new URL(c.req.url).origin
      const render = async (trackTag: TrackTag) => {
        const content = await findContent(createPageApiClient({ ...context, trackTag }), document)
        const headers = { 'content-type': document.type, 'cache-control': 'public, max-age=300' }
        return createCachedResponse(200, headers, Buffer.from(document.write(origin, content)))
      }
      // Without SITE_URL the origin comes from the request.
      const isSameForAll = cache !== null && context.config.siteUrl !== undefined
      const response = isSameForAll ? await cache.getOrRender(path, render) : await render(() => {})
      return respond(c, response)
    })
  }
}

const respond = (c: Context, response: Awaited<ReturnType<typeof createCachedResponse>> | null) =>
  response ? toResponse(c.req.raw, response) : c.notFound()

/** The API's maximum. */
const pageSize = 100

async function findContent(api: ApiClient, { articles, events }: Document): Promise<Content> {
  return {
    articles: await findArticles(api, articles),
    events: events ? await findUpcomingEvents(api) : [],
  }
}

/** Finds the newest published articles, page by page. */
async function findArticles(api: ApiClient, limit: number) {
  const articles: Article[] = []
  let pages = Number.POSITIVE_INFINITY
  for (let page = 1; page <= pages && articles.length < limit; page += 1) {
    const found = await api.news.list({ page, page_size: Math.min(pageSize, limit) })
    articles.push(...found.results)
    pages = found.total_pages
  }
  return articles
}

async function findUpcomingEvents(api: ApiClient) {
  const { results } = await api.events.list({ page: 1, page_size: pageSize })
  return results.filter((event) => !event.is_past)
}

function robots(origin: string) {
  const hidden = ['/api/', '/dashboard', '/login', '/certificate']
  return `User-agent: *\n${hidden.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}

function sitemap(origin: string, { articles, events }: Content) {
  const newest = articles
    .map((article) => article.updated_at)
    .toSorted()
    .at(-1)
  const entry = (url: string, changed: string | undefined) =>
    `<url><loc>${escaped(url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`
  const entries = [
    ...pageCards.map(({ path }) => entry(origin + path, path === '/insights' ? newest : undefined)),
    ...events.map((event) => entry(`${origin}/events/${event.id}`, event.updated_at)),
    ...articles.map((article) => entry(articleUrl(origin, article), article.updated_at)),
  ]
  return `${xml}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}
