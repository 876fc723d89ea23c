import { useCallback, useRef, useState } from 'react'
import type { ApiClient } from '#client/api/client.ts'
import type { Article } from '../contract.ts'
import type { CategoryChoice } from './insights-url.ts'

/** The articles of a list up to a page, and how many pages there are. */
export type LoadedArticles = { articles: readonly Article[]; page: number; totalPages: number }

const pageSize = 10
/** One call gives as many pages at once; an address that asks for more gets that page alone. */
const pagesAtOnceMax = 10

/** All that is shown once a list has been opened up to this page. */
export async function loadArticles(
  api: ApiClient,
  category: CategoryChoice,
  page: number,
): Promise<LoadedArticles> {
  const isAtOnce = page <= pagesAtOnceMax
  const found = await api.news.list({
    category,
    page: isAtOnce ? 1 : page,
    page_size: isAtOnce ? page * pageSize : pageSize,
  })
  return {
    articles: found.results,
    page,
    totalPages: Math.ceil(found.total_items / pageSize),
  }
}

/**
 * The articles of one category as more of them are loaded.
 * @param first what the page came with, or null where that failed
 */
export function useArticles(category: CategoryChoice, first: LoadedArticles | null) {
  const [loaded, setLoaded] = useState(first)
  const [status, setStatus] = useState<'ready' | 'loading' | 'failed'>(first ? 'ready' : 'failed')
  const isLoading = useRef(false)

  const load = useCallback(
    async (page: number) => {
      if (isLoading.current) return false
      isLoading.current = true
      setStatus('loading')
      try {
        const { api } = await import('#client/api/client.ts')
        const found = await api.news.list({ category, page, page_size: pageSize })
        setLoaded((before) => append(page === 1 ? null : before, found, page))
        setStatus('ready')
        return true
      } catch (error) {
        console.error('Articles could not be loaded', error)
        setStatus('failed')
        return false
      } finally {
        isLoading.current = false
      }
    },
    [category],
  )

  return { loaded, status, load }
}

/** An article may move to a later page between two loads, and still stands in the list once. */
function append(
  before: LoadedArticles | null,
  found: { results: readonly Article[]; total_pages: number },
  page: number,
): LoadedArticles {
  const byId = new Map(before?.articles.map((article) => [article.id, article]))
  for (const article of found.results) byId.set(article.id, article)
  return { articles: [...byId.values()], page, totalPages: found.total_pages }
}
