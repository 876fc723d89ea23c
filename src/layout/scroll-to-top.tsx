import { useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

/**
 * A new page comes up with a smooth scroll to its top (at once under reduced motion, by theme.css); going back and
 * forward lands at once where one was.
 */
export function ScrollToTop() {
  return (
    <>
      <SmoothWhenNew />
      <ScrollRestoration />
    </>
  )
}

/** Stands before ScrollRestoration, so that its effect says how to scroll before that one scrolls. */
function SmoothWhenNew() {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const last = useRef(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its key, and scrolls once
  useLayoutEffect(() => {
    const isNewPage = last.current !== pathname
    last.current = pathname
    if (type === 'POP') return
    // From far below it would pass by all of the new page, and load what only those want who scroll there.
    const start = innerHeight / 2
    if (isNewPage && scrollY > start) scrollTo(0, start)
    const page = document.documentElement
    const { style } = page
    style.scrollBehavior = 'smooth'
    // Chromium looks at no style anew for a scroll to the very top, and would jump there: asked for a box, it has to.
    page.getClientRects()
    const reset = () => {
      style.scrollBehavior = ''
    }
    const timer = setTimeout(reset, 1000)
    addEventListener('scrollend', reset, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scrollend', reset)
      reset()
    }
  }, [key, type])

  return null
}
