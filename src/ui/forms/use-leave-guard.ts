import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Asks before a filled form is left. A navigation within the site waits in the returned blocker; the browser asks
 * before the tab is closed. During an upload, even a navigation within the same page is blocked.
 * @param isUnderWay whether an upload is running now
 */
export function useLeaveGuard({
  isFilled,
  isSending,
  isUnderWay,
}: {
  isFilled: boolean
  isSending: boolean
  isUnderWay: () => boolean
}) {
  const isHeld = isFilled || isSending
  useEffect(() => {
    if (!isHeld) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isHeld])

  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnderWay() || (isFilled && nextLocation.pathname !== currentLocation.pathname),
  )
}
