import { type ArticleCategory, articleCategories } from '../categories.ts'

export type CategoryChoice = 'all' | ArticleCategory

/** Reads category and page from the URL; invalid values count as absent. */
export function parseInsightsUrl(search: URLSearchParams) {
  const category = articleCategories.find((one) => one === search.get('category')) ?? 'all'
  const page = Number(search.get('page') ?? 1)
  return { category, page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1 } as {
    category: CategoryChoice
    page: number
  }
}

/** The list's URL, with only those parameters that differ from the default. */
export function insightsUrl(category: CategoryChoice, page = 1) {
  const search = new URLSearchParams()
  if (category !== 'all') search.set('category', category)
  if (page > 1) search.set('page', String(page))
  return `/insights?${search}`.replace(/\?$/, '')
}
