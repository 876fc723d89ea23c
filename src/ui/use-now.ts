import { useEffect, useState } from 'react'

const refreshMs = 30_000

/**
 * The time, kept fresh while the page is open.
 * @param renderedAt when the server rendered (ISO 8601), so that the browser's first render agrees with it
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
