import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { hideLostNavigation, showLostNavigation } from '#ui/feedback/lost-navigation.ts'

/**
 * Shows a progress line while the next page loads, unless it loads fast. A user who types while it loads wants to stay:
 * otherwise the next page would replace what was typed, without a question.
 */
export function PendingNavigation() {
  const { state, location: next } = useNavigation()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isLeaving = next !== undefined && next.pathname !== pathname

  useEffect(() => {
    if (!isLeaving) return
    // React Router still waits for the file of a page that was given up, and asks for it no second time.
    showLostNavigation()
    // Another navigation cancels the one that is under way.
    const stay = () => {
      // Tabs have set the query without the router; Back and Forward have changed the address already.
      const here = location.pathname === pathname ? location : { search, hash }
      const to = { pathname, search: here.search, hash: here.hash }
      void navigate(to, { replace: true, preventScrollReset: true })
    }
    addEventListener('input', stay, { once: true })
    return () => {
      removeEventListener('input', stay)
      // Whoever has arrived, or stays, is promised no other page any more.
      hideLostNavigation()
    }
  }, [isLeaving, navigate, pathname, search, hash])

  if (state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-advance bg-accent"
    />
  )
}
