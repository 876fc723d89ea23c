import { useLayoutEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

/**
 * Scrolls smoothly to the top of a new page (at once under reduced motion, by theme.css). Back and forward restore the
 * scroll position at once.
 */
export function ScrollToTop() {
  return (
    <>
      <SmoothWhenNew />
      <ScrollRestoration />
    </>
  )
}

/** Comes before ScrollRestoration, so that its effect sets the scroll behaviour before that one scrolls. */
function SmoothWhenNew() {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const last = useRef(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with each navigation, which scrolls once
  useLayoutEffect(() => {
    const isNewPage = last.current !== pathname
    last.current = pathname
    if (type === 'POP') return
    // A smooth scroll from far below would pass the whole new page, and trigger the lazy loading of its sections.
    const start = innerHeight / 2
    if (isNewPage && scrollY > start) scrollTo(0, start)
    const page = document.documentElement
    const { style } = page
    style.scrollBehavior = 'smooth'
    // Forces a style recalculation: without it, Chromium ignores the new style for a scroll to the very top.
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
