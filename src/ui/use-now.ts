import { useEffect, useState } from 'react'

const refreshMs = 30_000

/** How far this device's clock is behind the server's, in ms, once a page has told the server's time. */
let behindMs = 0

const readNow = () => new Date(Date.now() + behindMs)

/**
 * The current time, updated every 30 seconds while the page is open.
 * @param renderedAt time of the server's render (ISO 8601), for a page that may have one: the first render in the browser
 * matches it, and later ones count from it, as the device's clock may be wrong
 */
export function useNow(renderedAt?: string) {
  const [now, setNow] = useState(() => (renderedAt ? new Date(renderedAt) : readNow()))
  useEffect(() => {
    if (renderedAt) behindMs = Date.parse(renderedAt) + performance.now() - Date.now()
    const update = () => setNow(readNow())
    update()
    const timer = setInterval(update, refreshMs)
    return () => clearInterval(timer)
  }, [renderedAt])
  return now
}
