import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Holds whoever would leave a filled form: a navigation within the site waits in the blocker for an answer, and
 * closing the tab is asked by the browser. While something is sent, even another step waits.
 * @param isUnderWay whether something is being sent at this very moment
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
