import { useEffect, useState } from 'react'

const refreshMs = 30_000

/**
 * The server's time, counted on every 30 seconds: by the clock of a phone that is fast, an open cohort would be closed.
 * @param toldAt when the server told its time (ISO 8601, or as in HTTP); the first render shows that one
 */
export function useServerNow(toldAt: string) {
  const [now, setNow] = useState(() => new Date(toldAt))
  useEffect(() => {
    const aheadMs = Date.now() - Date.parse(toldAt)
    const update = () => setNow(new Date(Date.now() - aheadMs))
    update()
    const timer = setInterval(update, refreshMs)
    return () => clearInterval(timer)
  }, [toldAt])
  return now
}
