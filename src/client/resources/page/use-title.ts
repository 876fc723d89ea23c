import { useEffect } from 'react'
import { company } from '#shared/company.ts'

/** Names what the page shows in the title of its tab, once it is there. */
export function useTitle(name: string | undefined) {
  useEffect(() => {
    if (name) document.title = `${name} · ${company.name}`
  }, [name])
}
