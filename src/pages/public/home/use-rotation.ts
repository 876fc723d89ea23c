import { type FocusEvent, useEffect, useState } from 'react'

const advanceMs = 3000

/**
 * Advances through `count` positions every three seconds in a loop. `at` goes one beyond the last position, where the
 * first is rendered again, and from there jumps to 0 without a visible change. The rotation stops while it has the
 * keyboard focus or is paused, and doesn't start by itself for visitors who prefer reduced motion.
 */
export function useRotation(count: number) {
  const [at, setAt] = useState(0)
  const [isSliding, setIsSliding] = useState(true)
  const [isPaused, setIsPaused] = useState(false)
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPaused(true)
  }, [])

  /** The extra position and the first look the same, and share one interval of three seconds. */
  const place = at % count

  // biome-ignore lint/correctness/useExhaustiveDependencies: each position, also a chosen one, restarts the timer
  useEffect(() => {
    if (isPaused || isHeld) return
    const timer = setTimeout(() => {
      setIsSliding(true)
      setAt((now) => (now >= count ? 1 : now + 1))
    }, advanceMs)
    return () => clearTimeout(timer)
  }, [place, count, isPaused, isHeld])

  return {
    at,
    isSliding,
    isPaused,
    setIsPaused,
    goTo(index: number) {
      setIsSliding(true)
      setAt(index)
    },
    handleEnd() {
      if (at < count) return
      setIsSliding(false)
      setAt(0)
    },
    /** Event listeners for the rotating element. */
    holders: {
      onFocus: (event: FocusEvent) => setIsHeld(event.target.matches(':focus-visible')),
      onBlur: () => setIsHeld(false),
    },
  }
}
