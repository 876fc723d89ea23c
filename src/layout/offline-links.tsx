import { useEffect } from 'react'
import { notify } from '#ui/feedback/notify.ts'

const offline =
  'You are offline. The page will open once you are connected again and press the link.'

/**
 * Offline, a link to another page of the site says so and leaves the page as it is, with what was typed there: neither
 * the next page's script nor its data would come, and an error would take this page's place.
 */
export function OfflineLinks() {
  useEffect(() => {
    const hold = (event: MouseEvent) => {
      if (navigator.onLine || !(event.target instanceof Element)) return
      const link = event.target.closest('a')
      if (!link || link.target || link.origin !== location.origin) return
      if (link.pathname === location.pathname) return
      event.preventDefault()
      notify({ type: 'error', message: offline })
    }
    // Before React's own listener, which hands the click to the router.
    addEventListener('click', hold, true)
    return () => removeEventListener('click', hold, true)
  }, [])
  return null
}
