import { useCallback, useRef, useState } from 'react'
import type { ApiClient } from '#client/api/client.ts'
import type { LoadStatus } from '#ui/load-more.tsx'
import type { Article } from '../contract.ts'
import type { CategoryChoice } from './insights-url.ts'

/** The articles from one page to another, and the total number of pages. */
export type LoadedArticles = {
  articles: readonly Article[]
  firstPage: number
  page: number
  totalPages: number
}

export const pageSize = 10
/** The most pages that are loaded at once: to render them, and to restore a list in the browser. */
export const pagesAtOnceMax = { server: 3, browser: 10 }

/** Loads all articles up to a page, or that page alone where there are too many before it. */
export async function loadArticles(
  api: ApiClient,
  category: CategoryChoice,
  page: number,
  pagesMax: number,
): Promise<LoadedArticles> {
  const firstPage = page <= pagesMax ? 1 : page
  const pages = page - firstPage + 1
  const page_size = pages * pageSize
  const found = await api.news.list({ category, page: firstPage, page_size })
  const totalPages = Math.ceil(found.total_items / pageSize)
  return { articles: found.results, firstPage, page, totalPages }
}

/**
 * The articles of one category, with loading of further pages.
 * @param first the server's articles, or null if the server could not load them
 */
export function useArticles(category: CategoryChoice, first: LoadedArticles | null) {
  const [loaded, setLoaded] = useState(first)
  const [status, setStatus] = useState<LoadStatus>(first ? 'ready' : 'failed')
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

/** Skips duplicates: an article may move to a later page between two requests. */
function append(
  before: LoadedArticles | null,
  found: { results: readonly Article[]; total_pages: number },
  page: number,
): LoadedArticles {
  const byId = new Map(before?.articles.map((article) => [article.id, article]))
  for (const article of found.results) byId.set(article.id, article)
  const firstPage = before?.firstPage ?? page
  return { articles: [...byId.values()], firstPage, page, totalPages: found.total_pages }
}
