/*
 * React Router makes entries of the history for pages that share one document. Where that was loaded anew, as by a
 * reload or on a phone that had dropped it, going to such an entry changes no more than the address until React is
 * awake: this loads its page, and scrolls to where it was left, as the browser can't, which saw another page there.
 */
import { scrollPositionsItem } from './scroll-positions.ts'

export const [navigation] = performance.getEntriesByType(
  'navigation',
) as PerformanceNavigationTiming[]
const pageOf = (address: string) => address.split('#')[0]
/** That of the document: somebody may have gone to another entry before this script came. */
const page = pageOf(navigation?.name ?? location.href)
const isElsewhere = () => pageOf(location.href) !== page
/** The router's, of the shown entry. */
let key: string
let mode: ScrollRestoration = 'auto'

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage[scrollPositionsItem] ?? '{}')
  } catch {
    return {}
  }
}

function storePosition() {
  try {
    sessionStorage[scrollPositionsItem] = JSON.stringify({ ...storedPositions(), [key]: scrollY })
  } catch {
    // Without a storage pages begin at their top.
  }
}

function restoreScroll() {
  key = history.state?.key ?? 'default'
  // The browser itself scrolls within the document, but for entries that the router has shown.
  if (history.scrollRestoration === 'manual') scrollTo(0, storedPositions()[key] ?? scrollY)
}

/** Loads the page of the entry that somebody has gone to, unless the document shows it. */
export function openEntry() {
  if (!isElsewhere()) return restoreScroll()
  // React would wake up with the data of the page before.
  document.querySelector('[data-scripts]')?.remove()
  mode = 'manual'
  location.reload()
}

// Loads nothing: whatever else changes an address would have the page loaded again and again.
restoreScroll()
// The router keeps positions by the keys of entries, and gives none to the one that it begins with.
if (!history.state?.key)
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '')

addEventListener('popstate', (event) => {
  if (document.documentElement.dataset.hydrated !== undefined) return
  if (isElsewhere()) {
    // The page that comes counts its view, and a router that is about to wake up must not open it here.
    event.stopImmediatePropagation()
    storePosition()
  }
  openEntry()
})
addEventListener('pagehide', () => {
  // A router that is awake restores the scroll itself, and says so after this.
  history.scrollRestoration = mode
})
