import { type FocusEvent, useEffect, useState } from 'react'

const advanceMs = 3000

/**
 * Advances through `count` places every three seconds and wraps. `at` runs one further than the last place, where the
 * first stands again, and from there returns to 0 unseen. It holds still while the keyboard's focus is on it, while paused,
 * and doesn't start by itself for who wants less motion.
 */
export function useRotation(count: number) {
  const [at, setAt] = useState(0)
  const [isSliding, setIsSliding] = useState(true)
  const [isPaused, setIsPaused] = useState(false)
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPaused(true)
  }, [])

  /** The last place and the first are one to whoever looks, and have three seconds between them. */
  const place = at % count

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place, also one chosen by hand, has its three seconds
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
    /** Listeners of the element that holds it. */
    holders: {
      onFocus: (event: FocusEvent) => setIsHeld(event.target.matches(':focus-visible')),
      onBlur: () => setIsHeld(false),
    },
  }
}
