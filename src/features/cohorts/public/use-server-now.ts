import { useEffect, useState } from 'react'

const refreshMs = 30_000

/**
 * The server's time, counted on every 30 seconds: by the clock of a phone that is fast, an open cohort would be closed.
 * @param loadedAt when the server told its time (ISO 8601) to the page's scripts
 * @param renderedAt the same, told by the document, which may have lain open for long before it is hydrated. One that is
 *   kept on the way tells when it was rendered
 */
export function useServerNow(loadedAt: string | undefined, renderedAt = '') {
  const toldAt = loadedAt ?? renderedAt
  const [now, setNow] = useState(() => new Date(toldAt))
  useEffect(() => {
    const aheadMs = (loadedAt ? Date.now() : performance.timeOrigin) - Date.parse(toldAt)
    const update = () => setNow(new Date(Date.now() - aheadMs))
    update()
    const timer = setInterval(update, refreshMs)
    return () => clearInterval(timer)
  }, [loadedAt, toldAt])
  return now
}
