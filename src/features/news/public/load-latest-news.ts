import type { ApiClient } from '#client/api/client.ts'
import type { Article } from '../contract.ts'

const shownMax = 3

/** The home page's articles. @returns null on failure: the browser then retries */
export async function loadLatestNews(api: ApiClient): Promise<readonly Article[] | null> {
  try {
    const { results } = await api.news.list({ page_size: shownMax })
    return results.filter((article) => article.is_published)
  } catch (error) {
    console.error('The latest news could not be loaded', error)
    return null
  }
}
