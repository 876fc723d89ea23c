import { useSyncExternalStore } from 'react'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

let scheme: Scheme = 'system'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Light or dark, as the system has it or as it is chosen here. The choice lasts until the page is loaded anew, for
 * signed-in state is the only thing that the product keeps in a browser.
 */
export function useScheme() {
  const current = useSyncExternalStore(subscribe, () => scheme)
  return [current, setScheme] as const
}

function setScheme(next: Scheme) {
  scheme = next
  const { dataset } = document.documentElement
  if (next === 'system') delete dataset.theme
  else dataset.theme = next
  for (const listener of listeners) listener()
}
