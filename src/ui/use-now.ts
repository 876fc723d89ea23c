import { useEffect, useState } from 'react'

const refreshMs = 30_000

/**
 * The current time, updated every 30 seconds while the page is open.
 * @param renderedAt time of the server's render (ISO 8601), so that the first render in the browser matches it
 */
export function useNow(renderedAt: string) {
  const [now, setNow] = useState(() => new Date(renderedAt))
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
