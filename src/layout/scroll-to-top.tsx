import { useEffect, useLayoutEffect, useRef } from 'react'
import {
  useLocation,
  useNavigationType,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import { scrollPositionsItem } from '#client/page/scroll-positions.ts'

/**
 * Scrolls smoothly to the top of a new page (at once under reduced motion, by theme.css). Back and forward restore the
 * scroll position at once.
 */
export function ScrollToTop() {
  useSmoothScrollToNew()
  // Comes second: its effect scrolls, after the one before it has set the scroll behaviour.
  useScrollRestoration({ storageKey: scrollPositionsItem })
  useStoreWhenHidden()
  return null
}

function useSmoothScrollToNew() {
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
}

/** A phone drops a hidden tab without a word: the router stores positions only as the page goes, which comes first here. */
function useStoreWhenHidden() {
  useEffect(() => {
    const handleChange = () => {
      if (document.hidden) dispatchEvent(new Event('pagehide'))
      // The browser restores the position of the page that it drops; of one that is shown again, it is the router's.
      else history.scrollRestoration = 'manual'
    }
    document.addEventListener('visibilitychange', handleChange)
    return () => document.removeEventListener('visibilitychange', handleChange)
  }, [])
}
