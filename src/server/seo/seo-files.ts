import type { Context, Hono } from 'hono'
import { createCachedResponse, toResponse } from '#platform/cache/cached-response.ts'
import type { PageCache, TrackTag } from '#platform/cache/page-cache.ts'
import type { AppEnvironment } from '../environment.ts'
import { createPageApiClient, isRemote } from '../pages/api-client.ts'
import { atom, feedLength, rss } from './feeds.ts'
import { type DocumentSource, sitemap, sitemapPart } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

type Document = {
  type: string
  /** @returns null where there is none by that address */
  write(
    origin: string,
    source: DocumentSource,
    path: string,
  ): string | null | Promise<string | null>
}

const sitemapType = 'application/xml'

/** By the pattern of their paths. */
const documents: Record<string, Document> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', write: robots },
  '/site.webmanifest': { type: 'application/manifest+json', write: webManifest },
  '/sitemap.xml': { type: sitemapType, write: sitemap },
  '/sitemaps/:part{[\\w-]+\\.xml}': {
    type: sitemapType,
    write: (origin, source, path) =>
      sitemapPart(origin, source, path.slice('/sitemaps/'.length, -'.xml'.length)),
  },
  '/rss.xml': { type: 'application/rss+xml', write: feed(rss) },
  '/atom.xml': { type: 'application/atom+xml', write: feed(atom) },
}

/** Serves robots.txt, sitemaps, feeds and web manifest: generated when asked for, and cached like pages. */
export function serveSeoFiles(app: Hono<AppEnvironment>, cache: PageCache | null) {
  for (const [pattern, document] of Object.entries(documents)) {
    app.get(pattern, async (c) => {
      const context = c.get('context')
      const { database, now, config } = context
      const { origin: asked, pathname } = new URL(c.req.url)
      const origin = config.siteUrl ?? asked
      const render = async (trackTag: TrackTag) => {
        const api = createPageApiClient({ ...context, trackTag })
        const source = { api, isRemote: isRemote(config), database, now, trackTag }
        const text = await document.write(origin, source, pathname)
        if (text === null) return null
        const headers = { 'content-type': document.type, 'cache-control': 'public, max-age=300' }
        return createCachedResponse(200, headers, Buffer.from(text))
      }
      // Without SITE_URL the origin comes from the request.
      const isSameForAll = cache !== null && config.siteUrl !== undefined
      const response = isSameForAll
        ? await cache.getOrRender(pathname, render)
        : await render(() => {})
      return respond(c, response)
    })
  }
}

const respond = (c: Context, response: Awaited<ReturnType<typeof createCachedResponse>> | null) =>
  response ? toResponse(c.req.raw, response) : c.notFound()

/** Writes the newest articles. */
function feed(write: typeof rss) {
  return async (origin: string, { api }: DocumentSource) => {
    const { results: articles } = await api.news.list({ page: 1, page_size: feedLength })
    return write(origin, { articles })
  }
}

function robots(origin: string) {
  const hidden = ['/api/', '/dashboard', '/login', '/certificate']
  return `User-agent: *\n${hidden.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}
