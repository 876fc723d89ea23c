import type { ApiClient } from '#client/api/client.ts'
import type { CardArticle } from './article-card.tsx'

const shownMax = 3

/** The home page's articles, as far as it shows them. @returns null on failure: the browser then retries */
export async function loadLatestNews(api: ApiClient): Promise<readonly CardArticle[] | null> {
  try {
    // Another server may list drafts as well, so more are read than are shown.
    const { results } = await api.news.list({})
    return results
      .filter((article) => article.is_published)
      .slice(0, shownMax)
      .map(({ tags, is_published, status, published_at, updated_at, ...shown }) => shown)
  } catch (error) {
    console.error('The latest news could not be loaded', error)
    return null
  }
}
