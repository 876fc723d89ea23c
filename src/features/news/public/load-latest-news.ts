import type { ApiClient } from '#client/api/client.ts'
import type { Article } from '../contract.ts'

const shownMax = 3

/** What the home page shows of the news; null where it could not be loaded, and the browser asks again. */
export async function loadLatestNews(api: ApiClient): Promise<readonly Article[] | null> {
  try {
    const { results } = await api.news.list({ page_size: shownMax })
    return results.filter((article) => article.is_published)
  } catch (error) {
    console.error('The latest news could not be loaded', error)
    return null
  }
}
