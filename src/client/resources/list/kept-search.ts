import { useEffect } from 'react'
import { keepInTab, readFromTab, useTabKey } from '../tab-store.ts'

type ListPath = '/dashboard/certificates' | '/dashboard/events'

const useKey = (list: ListPath) => useTabKey(`search of ${list}`)

/** Keeps the query of a list for the way back from a page whose URL has a query of its own. */
export function useKeptSearch(list: ListPath, search: string) {
  const key = useKey(list)
  useEffect(() => {
    if (key) keepInTab(key, search || undefined)
  }, [key, search])
}

/** The query of a list as the tab had it last, '' or beginning with '?'. */
export function useListSearch(list: ListPath) {
  const key = useKey(list)
  return (key && readFromTab<string>(key)) ?? ''
}
