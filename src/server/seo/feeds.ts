import { categoryLabels } from '#features/news/categories.ts'
import type { Article } from '#features/news/contract.ts'
import { company } from '#shared/company.ts'

/** The number of articles in a feed, newest first. */
export const feedLength = 30

export const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Characters that XML can't contain, such as most control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them on purpose.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Escapes text for XML, in an element or an attribute. */
export const escapeXml = (text: string) =>
  text
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export const articleUrl = (origin: string, { slug }: Pick<Article, 'slug'>) =>
  `${origin}/insights/${slug}`

/** The title of both feeds. */
const title = escapeXml(`${company.name}: News & Insights`)
const description = escapeXml(
  `What ${company.name} learns about talent, technology and business on the way from Kigali to the world.`,
)

const publishedAt = (article: Article) =>
  new Date(article.published_at ?? `${article.done_at}T00:00:00Z`)

const lastChange = (articles: readonly Article[]) =>
  new Date(Math.max(0, ...articles.map((article) => Date.parse(article.updated_at))))

type Content = { articles: readonly Article[] }

/** The articles as RSS 2.0. */
export function rss(origin: string, { articles }: Content) {
  const items = articles.map((article) => {
    const url = escapeXml(articleUrl(origin, article))
    return [
      `<item><title>${escapeXml(article.title)}</title>`,
      `<link>${url}</link><guid isPermaLink="true">${url}</guid>`,
      `<pubDate>${publishedAt(article).toUTCString()}</pubDate>`,
      `<dc:creator>${escapeXml(article.author)}</dc:creator>`,
      ...namesOf(article).map((name) => `<category>${escapeXml(name)}</category>`),
      `<description>${escapeXml(article.description)}</description></item>`,
    ].join('')
  })
  const head = [
    `<title>${title}</title><link>${origin}/insights</link><description>${description}</description>`,
    `<language>en</language><lastBuildDate>${lastChange(articles).toUTCString()}</lastBuildDate>`,
    `<atom:link href="${origin}/rss.xml" rel="self" type="application/rss+xml"/>`,
  ]
  return `${xml}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${head.join('')}\n${items.join('\n')}\n</channel></rss>\n`
}

/** The articles as Atom. */
export function atom(origin: string, { articles }: Content) {
  const entries = articles.map((article) => {
    const url = escapeXml(articleUrl(origin, article))
    return [
      `<entry><id>${url}</id><title>${escapeXml(article.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${url}"/>`,
      `<updated>${article.updated_at}</updated>`,
      `<published>${publishedAt(article).toISOString()}</published>`,
      `<author><name>${escapeXml(article.author)}</name></author>`,
      ...namesOf(article).map((name) => `<category term="${escapeXml(name)}"/>`),
      `<summary>${escapeXml(article.description)}</summary></entry>`,
    ].join('')
  })
  const head = [
    `<id>${origin}/insights</id><title>${title}</title><subtitle>${description}</subtitle>`,
    `<link rel="alternate" type="text/html" href="${origin}/insights"/>`,
    `<link rel="self" type="application/atom+xml" href="${origin}/atom.xml"/>`,
    `<updated>${lastChange(articles).toISOString()}</updated>`,
  ]
  return `${xml}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">${head.join('')}\n${entries.join('\n')}\n</feed>\n`
}

const namesOf = (article: Article) => [
  categoryLabels[article.category],
  ...article.tags.map(({ name }) => name),
]
