import type { Context, Hono } from 'hono'
import type { Article } from '#features/news/contract.ts'
import type { CallContext } from '#platform/context.ts'
import type { NoteTag, PageCache } from '#platform/page-cache.ts'
import { prepareAnswer, preparedResponse } from '#platform/prepared-answer.ts'
import { createInProcessClient } from './api.ts'
import type { AppEnvironment } from './app-environment.ts'
import { site } from './site.ts'

/** The pages that search engines are told of, besides the articles. */
const pages = [
  '/',
  '/who-we-are',
  '/why-rwanda',
  '/services',
  '/insights',
  '/events',
  '/contact',
  '/cohort-application',
]

const feedLength = 30

const documents: Record<
  string,
  { type: string; write(origin: string, articles: Article[]): string }
> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', write: robots },
  '/sitemap.xml': { type: 'application/xml', write: sitemap },
  '/rss.xml': { type: 'application/rss+xml', write: rss },
  '/atom.xml': { type: 'application/atom+xml', write: atom },
}

/** What search engines and feed readers ask for: made of the same calls as the pages, and kept as they are. */
export function serveCrawlers(app: Hono<AppEnvironment>, cache: PageCache | null) {
  for (const [path, { type, write }] of Object.entries(documents)) {
    app.get(path, async (c) => {
      const context = c.get('context')
      const origin = context.config.siteUrl ?? new URL(c.req.url).origin
      const make = async (noteTag: NoteTag) => {
        const articles = await findArticles({ ...context, noteTag })
        const headers = { 'content-type': type, 'cache-control': 'public, max-age=300' }
        return prepareAnswer(200, headers, Buffer.from(write(origin, articles)))
      }
      // Without a configured address it is the visitor who says what the site is called.
      const isSameForAll = cache !== null && context.config.siteUrl !== undefined
      const answer = isSameForAll ? await cache.findOrMake(path, make) : await make(() => {})
      return respond(c, answer)
    })
  }
}

const respond = (c: Context, answer: Awaited<ReturnType<typeof prepareAnswer>> | null) =>
  answer ? preparedResponse(c.req.raw, answer) : c.notFound()

async function findArticles(context: CallContext) {
  const { results } = await createInProcessClient(context).news.list({ page: 1, page_size: 100 })
  return results
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const title = escaped(`${site.name}: News & Insights`)
const addressOf = (origin: string, article: Article) =>
  escaped(`${origin}/insights/${article.slug}`)
const publishedAt = (article: Article) =>
  new Date(article.published_at ?? `${article.done_at}T00:00:00Z`)

function robots(origin: string) {
  const hidden = ['/api/', '/dashboard', '/login', '/certificate']
  return `User-agent: *\n${hidden.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}

function sitemap(origin: string, articles: Article[]) {
  const entries = [
    ...pages.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...articles.map(
      (article) =>
        `<url><loc>${addressOf(origin, article)}</loc><lastmod>${article.updated_at}</lastmod></url>`,
    ),
  ]
  return `${xml}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

function rss(origin: string, articles: Article[]) {
  const items = articles
    .slice(0, feedLength)
    .map(
      (article) =>
        `<item><title>${escaped(article.title)}</title><link>${addressOf(origin, article)}</link><guid>${addressOf(origin, article)}</guid><pubDate>${publishedAt(article).toUTCString()}</pubDate><description>${escaped(article.description)}</description></item>`,
    )
  return `${xml}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${title}</title><link>${origin}/insights</link><description>${title}</description><language>en</language><atom:link href="${origin}/rss.xml" rel="self" type="application/rss+xml"/>\n${items.join('\n')}\n</channel></rss>\n`
}

function atom(origin: string, articles: Article[]) {
  const updated =
    articles
      .map((article) => article.updated_at)
      .sort()
      .at(-1) ?? new Date(0).toISOString()
  const entries = articles
    .slice(0, feedLength)
    .map(
      (article) =>
        `<entry><id>${addressOf(origin, article)}</id><title>${escaped(article.title)}</title><link href="${addressOf(origin, article)}"/><updated>${article.updated_at}</updated><published>${publishedAt(article).toISOString()}</published><author><name>${escaped(article.author)}</name></author><summary>${escaped(article.description)}</summary></entry>`,
    )
  return `${xml}<feed xmlns="http://www.w3.org/2005/Atom"><id>${origin}/insights</id><title>${title}</title><link href="${origin}/insights"/><link rel="self" href="${origin}/atom.xml"/><updated>${updated}</updated>\n${entries.join('\n')}\n</feed>\n`
}
