/*
 * React Router makes entries of the history for pages that share one document. Where that was loaded anew, as by a
 * reload or on a phone that had dropped it, going to such an entry changes no more than the address until React is
 * awake: this loads its page, and scrolls to where it was left, as the browser can't, which saw another page there.
 */
import { scrollPositionsItem } from './scroll-positions.ts'

const { idx, key } = history.state ?? {}
let mode: ScrollRestoration = 'auto'

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(scrollPositionsItem) ?? '{}')
  } catch {
    return {}
  }
}

function openEntry() {
  mode = 'manual'
  try {
    const positions = { ...storedPositions(), [key]: scrollY }
    sessionStorage.setItem(scrollPositionsItem, JSON.stringify(positions))
  } catch {
    // Without a storage pages begin at their top.
  }
  location.reload()
}

if (history.scrollRestoration === 'manual') scrollTo(0, storedPositions()[key] ?? 0)

addEventListener('popstate', ({ state }) => {
  const isAwake = document.documentElement.dataset.hydrated !== undefined
  // A link within the page makes an entry without a state.
  if (!isAwake && state && state.idx !== idx) openEntry()
})
addEventListener('pagehide', () => {
  history.scrollRestoration = mode
})
