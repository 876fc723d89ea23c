import { useLocation, useNavigate } from 'react-router'

export const pageSizes = [10, 25, 50, 100] as const

/** Changes to the query of the URL. An empty or undefined value removes the parameter. */
type AddressChanges = Record<string, string | number | undefined>

/** The state of a list in the URL, and functions to change it. */
export type ListUrl = {
  /** @returns the parameter, or '' when it is missing */
  get: (name: string) => string
  /** @returns the parameter when it is one of `values`, otherwise undefined */
  oneOf: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined
  page: number
  pageSize: number
  /** The size of a page without a parameter. */
  defaultPageSize: number
  /** The whole query, '' or beginning with '?', for links back to this list. */
  search: string
  hrefWith: (changes: AddressChanges) => string
  /** Navigates to the changed URL: as a new history entry, or with `replace` in place of the current one. */
  set: (changes: AddressChanges, how?: { replace?: boolean }) => void
}

/** Parameters that change neither the matching rows nor their order. All others reset the page to the first. */
const keepsPage = ['page', 'columns', 'view', 'ids']

/**
 * Search, filters, order, page and columns of a list. They are in the URL, so that a list can be shared.
 * @param defaultPageSize one of `pageSizes`
 */
export function useListUrl(defaultPageSize: number = pageSizes[0]): ListUrl {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const get = (name: string) => params.get(name) ?? ''
  return {
    get,
    oneOf: (name, values) => values.find((value) => value === get(name)),
    page: Math.max(1, Math.floor(Number(get('page'))) || 1),
    pageSize: pageSizes.find((size) => size === Number(get('page_size'))) ?? defaultPageSize,
    defaultPageSize,
    search,
    hrefWith: (changes) => pathname + changed(search, changes),
    set(changes, { replace = false } = {}) {
      // Reads the current URL: a debounced search may follow another change that is not rendered yet.
      const query = changed(window.location.search, changes)
      if (query === window.location.search) return
      navigate(pathname + query, { replace, preventScrollReset: true })
    },
  }
}

function changed(search: string, changes: AddressChanges): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, String(value))
  }
  if (Object.keys(changes).some((name) => !keepsPage.includes(name))) params.delete('page')
  if (params.get('page') === '1') params.delete('page')
  const query = params.toString()
  return query && `?${query}`
}
