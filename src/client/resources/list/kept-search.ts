import { useEffect } from 'react'
import { keepUnsaved, readUnsaved, useUnsavedKey } from '../edit/unsaved.ts'

type ListPath = '/dashboard/certificates' | '/dashboard/events'

const useKey = (list: ListPath) => useUnsavedKey(`search of ${list}`)

/** Keeps the query of a list for the way back from a page whose URL has a query of its own. */
export function useKeptSearch(list: ListPath, search: string) {
  const key = useKey(list)
  useEffect(() => {
    if (key) keepUnsaved(key, search || undefined)
  }, [key, search])
}

/** The query of a list as the tab had it last, '' or beginning with '?'. */
export function useListSearch(list: ListPath) {
  const key = useKey(list)
  return (key && readUnsaved<string>(key)) ?? ''
}
