import { company } from '#shared/company.ts'
import type { Company } from '#shared/settings.ts'
import {
  ogImagePath,
  ogImageSize,
  ogImageText,
  ogImageType,
  pageCards,
  type ShareCard,
} from './share-card.ts'
import { breadcrumbs } from './structured-data.ts'

/** The arguments of a page's `meta` that the tags need. */
export type Here = {
  location: { pathname: string }
  matches: readonly ({ loaderData?: unknown } | undefined)[]
}

/** Additional metadata of a page. */
export type Shared = {
  /** The card of its image, for a page that is not in `pageCards`. */
  card?: ShareCard
  article?: { published: string; modified: string; section: string; author: string; tags: string[] }
  /** Its content as schema.org data. @param picture the URL of its image */
  structured?: (siteUrl: string, picture: string, company: Company) => object[]
}

type Text = { title: string; fullTitle: string; description: string }
type MetaTag = { property: string; content: string } | { name: string; content: string }

/** Open Graph tags, the tags of X, and schema.org data. `SITE_URL` makes their URLs absolute. */
export function openGraphTags({ location, matches }: Here, text: Text, shared: Shared) {
  const { siteUrl, company: shown } = rootDataOf(matches)
  const path = location.pathname === '/' ? '/' : location.pathname.replace(/\/$/, '')
  const own = shared.card ?? pageCards.find((card) => card.path === path)
  const card = own ?? homeCard()
  const picture = siteUrl + ogImagePath(card)
  const graph = [
    ...((shown && shared.structured?.(siteUrl, picture, shown)) ?? []),
    ...(own && path !== '/' ? [breadcrumbs(siteUrl, stepsTo(path, text.title))] : []),
  ]
  const tags: MetaTag[] = [
    { property: 'og:title', content: text.fullTitle },
    { property: 'og:description', content: text.description },
    { property: 'og:site_name', content: company.name },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:type', content: shared.article ? 'article' : 'website' },
    ...(siteUrl ? [{ property: 'og:url', content: siteUrl + path }] : []),
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: ogImageType(card) },
    { property: 'og:image:width', content: String(ogImageSize.width) },
    { property: 'og:image:height', content: String(ogImageSize.height) },
    { property: 'og:image:alt', content: ogImageText(card) },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: ogImageText(card) },
    ...accountOnX(shown?.networks),
    ...articleTags(shared.article),
  ]
  if (graph.length === 0) return tags
  return [...tags, { 'script:ld+json': { '@context': 'https://schema.org', '@graph': graph } }]
}

/** What every page is made with: the data of the root route, which an error page may lack. */
function rootDataOf([root]: Here['matches']) {
  const data = (root?.loaderData ?? {}) as { siteUrl?: string; company?: string }
  const company: Company | undefined = data.company && JSON.parse(data.company)
  return { siteUrl: data.siteUrl ?? '', company }
}

function homeCard(): ShareCard {
  const [home] = pageCards
  if (!home) throw new Error('The home page has no card')
  return home
}

function accountOnX(networks: Company['networks'] = []): MetaTag[] {
  const account = networks.find(({ network }) => network === 'X')
  if (!account) return []
  return [{ name: 'twitter:site', content: account.url.replace(/^https:\/\/[^/]+\//, '@') }]
}

const articleTags = (article: Shared['article']): MetaTag[] =>
  article
    ? [
        { name: 'author', content: article.author },
        { property: 'article:published_time', content: article.published },
        { property: 'article:modified_time', content: article.modified },
        { property: 'article:section', content: article.section },
        ...article.tags.map((tag) => ({ property: 'article:tag', content: tag })),
      ]
    : []

/** The breadcrumbs: a page's parents, and the page itself. */
function stepsTo(path: string, title: string) {
  const above = pageCards.filter((card) => card.path !== '/' && path.startsWith(`${card.path}/`))
  return [
    { name: 'Home', path: '/' },
    ...above.map((card) => ({ name: card.kicker, path: card.path })),
    { name: title, path },
  ]
}
