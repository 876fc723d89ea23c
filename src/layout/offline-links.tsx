import { useEffect } from 'react'
import { notify } from '#ui/feedback/notify.ts'

const offline =
  'You are offline. The page will open once you are connected again and press the link.'

/**
 * Blocks links to other pages of the site while the browser is offline, and shows a notification instead: neither the
 * next page's script nor its data would load, and an error page would replace this one with its typed values.
 */
export function OfflineLinks() {
  useEffect(() => {
    const hold = (event: MouseEvent) => {
      if (navigator.onLine || !(event.target instanceof Element)) return
      const link = event.target.closest('a')
      if (!link || link.target || link.download || link.origin !== location.origin) return
      if (link.pathname === location.pathname) return
      event.preventDefault()
      notify({ type: 'error', message: offline })
    }
    // In the capture phase, before React's listener passes the click to the router.
    addEventListener('click', hold, true)
    return () => removeEventListener('click', hold, true)
  }, [])
  return null
}
