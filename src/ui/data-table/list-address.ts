import { useLocation, useNavigate } from 'react-router'

export const pageSizes = [10, 25, 50, 100] as const

/** What to change in the address of a list; empty and undefined take a parameter out. */
type AddressChanges = Record<string, string | number | undefined>

/** What the address of a list says, and how to say something else. */
export type ListAddress = {
  /** A parameter, or '' when it isn't there. */
  get: (name: string) => string
  /** One of these, or undefined when the address says something else. */
  oneOf: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined
  page: number
  pageSize: number
  /** The whole query, '' or beginning with '?', for a link that leads back here. */
  search: string
  hrefWith: (changes: AddressChanges) => string
  /** Goes there: as a step that the back button undoes, or in place of the current one. */
  set: (changes: AddressChanges, how?: { replace?: boolean }) => void
}

/** What changes neither which rows match nor their order, so that the page may stay. */
const keepsPage = ['page', 'columns']

/** Search, filters, order, page and columns of a list, all kept in the address, so that it can be shared. */
export function useListAddress(): ListAddress {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const get = (name: string) => params.get(name) ?? ''
  return {
    get,
    oneOf: (name, values) => values.find((value) => value === get(name)),
    page: Math.max(1, Math.floor(Number(get('page'))) || 1),
    pageSize: pageSizes.find((size) => size === Number(get('page_size'))) ?? pageSizes[0],
    search,
    hrefWith: (changes) => pathname + changed(search, changes),
    set(changes, { replace = false } = {}) {
      // What stands in the address at this moment: a debounced search may come after another change.
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
