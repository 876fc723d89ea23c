import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Removes the Open Graph tags and structured data of the first page, which are wrong for the next one. */
function forgetFirstPage() {
  for (const tag of document.head.querySelectorAll('[property],[type$="ld+json"]')) tag.remove()
}

/**
 * Makes a navigation in the browser behave like a page load: screen readers announce the new title, and the next Tab
 * starts at the skip link. A change of the query alone, such as a filter, does not move the focus.
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
    // An error screen has focused its heading.
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
