import { site } from '#site'
import { categoryLabels } from '../categories.ts'
import type { ArticleDetail } from '../contract.ts'

/**
 * An article and the way to it, as search engines read them.
 * @param siteUrl the site's own address, or empty where none is configured
 */
export function articleStructuredData(article: Omit<ArticleDetail, 'content'>, siteUrl: string) {
  const address = `${siteUrl}/insights/${article.slug}`
  const steps = [
    { name: 'Home', item: `${siteUrl}/` },
    { name: 'News & Insights', item: `${siteUrl}/insights` },
    { name: article.title, item: address },
  ]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        '@id': address,
        url: address,
        headline: article.title,
        description: article.description,
        articleSection: categoryLabels[article.category],
        keywords: article.tags.map(({ name }) => name),
        author: { '@type': 'Person', name: article.author },
        publisher: { '@type': 'Organization', name: site.name, url: `${siteUrl}/` },
        datePublished: article.published_at ?? article.done_at,
        dateModified: article.updated_at,
        commentCount: article.comment_count,
        ...(article.banner && { image: bannerAddress(article.banner, siteUrl) }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: steps.map((step, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          ...step,
        })),
      },
    ],
  }
}

const bannerAddress = (banner: string, siteUrl: string) =>
  banner.startsWith('/') ? siteUrl + banner : banner
