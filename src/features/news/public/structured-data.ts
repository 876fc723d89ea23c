import { company } from '#shared/company.ts'
import { absoluteUrl, splitFocus } from '#shared/image-url.ts'
import { categoryLabels } from '../categories.ts'
import type { ArticleDetail } from '../contract.ts'

type ListedArticle = Omit<ArticleDetail, 'content'>

/** The article's metadata for social networks, besides its title. */
export const articleFacts = (article: ListedArticle) => ({
  published: article.published_at ?? article.done_at,
  modified: article.updated_at,
  section: categoryLabels[article.category],
  author: article.author,
  tags: article.tags.map(({ name }) => name),
})

/**
 * An article as structured data (schema.org).
 * @param siteUrl the site's URL, or empty if none is configured
 * @param picture the URL of the article's sharing image
 */
export function articleStructuredData(article: ListedArticle, siteUrl: string, picture: string) {
  const address = `${siteUrl}/insights/${article.slug}`
  const facts = articleFacts(article)
  return {
    '@type': 'Article',
    '@id': address,
    url: address,
    mainEntityOfPage: address,
    headline: article.title,
    description: article.description,
    inLanguage: 'en',
    articleSection: facts.section,
    keywords: facts.tags,
    image: [
      ...(article.banner ? [absoluteUrl(splitFocus(article.banner).address, siteUrl)] : []),
      picture,
    ],
    author: { '@type': 'Person', name: article.author },
    publisher: {
      '@type': 'Organization',
      name: company.name,
      url: `${siteUrl}/`,
      logo: `${siteUrl}/icons/icon-512.png`,
    },
    datePublished: facts.published,
    dateModified: facts.modified,
    commentCount: article.comment_count,
  }
}
