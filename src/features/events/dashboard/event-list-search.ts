import { useEffect } from 'react'
import { keepUnsaved, readUnsaved, useUnsavedKey } from '#client/resources/edit/unsaved.ts'

const useKey = () => useUnsavedKey('search of events.staffList')

/** Keeps the query of the list for the way back from an event's page, in whose URL is that of its registrations. */
export function useKeptSearch(search: string) {
  const key = useKey()
  useEffect(() => {
    if (key) keepUnsaved(key, search || undefined)
  }, [key, search])
}

/** The query of the list as the tab had it last, '' or beginning with '?'. */
export function useEventListSearch() {
  const key = useKey()
  return (key && readUnsaved<string>(key)) ?? ''
}
