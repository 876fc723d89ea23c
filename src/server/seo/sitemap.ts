import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { findSitemapArticles, findSitemapParts } from '#features/news/server/queries.ts'
import { pageCards } from '#layout/share-card.ts'
import type { TrackTag } from '#platform/cache/page-cache.ts'
import type { Services } from '#platform/http/context.ts'
import { articleUrl, escapeXml, xml } from './feeds.ts'

export type DocumentSource = Pick<Services, 'database' | 'now'> & {
  api: ApiClient
  /** Whether the articles are on another server of the API. */
  isRemote: boolean
  trackTag: TrackTag
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** The API's maximum. */
const pageSize = 100
/** At most this many pages of articles are fetched from another server, the newest first. */
const remotePagesMax = 10

/** All pages or, where there are more articles than one part has, an index of the parts. */
export async function sitemap(origin: string, source: DocumentSource) {
  source.trackTag('News')
  if (source.isRemote) {
    const articles = await findRemoteArticles(source.api)
    return urlSet([
      ...(await pageEntries(origin, source, undefined)),
      ...articles.map((article) => entry('url', articleUrl(origin, article))),
    ])
  }
  const parts = await findSitemapParts(source.database, source.now())
  if (parts.length <= 1) {
    return urlSet([
      ...(await pageEntries(origin, source, parts.at(0)?.changed)),
      ...(parts[0] ? await articleEntries(origin, source, parts[0].part) : []),
    ])
  }
  const entries = parts.map(({ part, changed }) =>
    entry('sitemap', `${origin}/sitemaps/articles-${part}.xml`, changed),
  )
  const pages = entry('sitemap', `${origin}/sitemaps/pages.xml`)
  return `${xml}<sitemapindex xmlns="${namespace}">\n${[pages, ...entries].join('\n')}\n</sitemapindex>\n`
}

/** A part of the index: `pages`, or the articles of `articles-3`. @returns null where there is none */
export async function sitemapPart(origin: string, source: DocumentSource, name: string) {
  source.trackTag('News')
  if (source.isRemote) return null
  if (name === 'pages') {
    const parts = await findSitemapParts(source.database, source.now())
    const newest = parts.map(({ changed }) => changed).toSorted()
    return urlSet(await pageEntries(origin, source, newest.at(-1)))
  }
  const [, part] = /^articles-([1-9]\d{0,5})$/.exec(name) ?? []
  const entries = part ? await articleEntries(origin, source, Number(part)) : []
  return entries.length > 0 ? urlSet(entries) : null
}

/** The pages and the upcoming events. @param newest when an article was last changed */
async function pageEntries(
  origin: string,
  { api, isRemote }: DocumentSource,
  newest: string | undefined,
) {
  const { results } = await api.events.list({ page: 1, page_size: pageSize }).catch((error) => {
    // The specification has no call for them.
    if (isRemote && parseApiError(error).status === 404) return { results: [] }
    throw error
  })
  const events = results.filter((event) => !event.is_past)
  return [
    ...pageCards.map(({ path }) =>
      entry('url', origin + path, path === '/insights' ? newest : undefined),
    ),
    ...events.map(({ id, updated_at }) => entry('url', `${origin}/events/${id}`, updated_at)),
  ]
}

async function articleEntries(origin: string, { database, now }: DocumentSource, part: number) {
  const articles = await findSitemapArticles(database, part, now())
  return articles.map((article) => entry('url', articleUrl(origin, article), article.updated_at))
}

async function findRemoteArticles(api: ApiClient) {
  const articles: { slug: string }[] = []
  for (let page = 1; page <= remotePagesMax; page += 1) {
    const { results, total_pages } = await api.news.list({ page, page_size: pageSize })
    articles.push(...results)
    if (page >= total_pages) break
  }
  return articles
}

const entry = (element: 'url' | 'sitemap', url: string, changed?: string) =>
  `<${element}><loc>${escapeXml(url)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</${element}>`

const urlSet = (entries: readonly string[]) =>
  `${xml}<urlset xmlns="${namespace}">\n${entries.join('\n')}\n</urlset>\n`
