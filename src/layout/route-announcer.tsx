import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** What the server told machines of the page that it sent is not true of another one. */
function forgetFirstPage() {
  for (const tag of document.head.querySelectorAll('[property],[type$="ld+json"]')) tag.remove()
}

/**
 * Makes a navigation within the site like a page that loads: screen readers hear the new title, and the next Tab starts
 * from the top, at the skip link. A change of the query alone, such as a filter, leaves the focus where it is.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  const last = useRef(pathname)

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    forgetFirstPage()
    setTitle(document.title)
    const { activeElement, body } = document
    // A page that failed has its reader at the heading that says so.
    if (activeElement?.matches('h1')) return
    body.tabIndex = -1
    body.focus({ preventScroll: true })
    body.removeAttribute('tabindex')
  }, [pathname])

  return (
    <p aria-live="assertive" aria-atomic="true" className="sr-only">
      {title}
    </p>
  )
}
