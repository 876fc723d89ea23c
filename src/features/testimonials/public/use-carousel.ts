import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

const autoplayMs = 5000

/**
 * A carousel that advances every five seconds until it is paused. It doesn't start by itself for visitors who prefer
 * reduced motion.
 */
export function useCarousel() {
  const [viewport, carousel] = useEmblaCarousel({ loop: true, align: 'start', duration: 30 })
  const [at, setAt] = useState(0)
  const [count, setCount] = useState(0)
  const [isPaused, setIsPaused] = useState(true)

  useEffect(() => setIsPaused(wantsLessMotion()), [])

  useEffect(() => {
    if (!carousel) return
    const update = () => {
      setAt(carousel.selectedScrollSnap())
      setCount(carousel.scrollSnapList().length)
    }
    update()
    carousel.on('select', update).on('reInit', update)
    return () => {
      carousel.off('select', update).off('reInit', update)
    }
  }, [carousel])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide, also one chosen by hand, has its five seconds
  useEffect(() => {
    if (!carousel || isPaused) return
    const timer = setTimeout(() => carousel.scrollNext(), autoplayMs)
    return () => clearTimeout(timer)
  }, [carousel, isPaused, at])

  return {
    viewport,
    at,
    count,
    isPaused,
    setIsPaused,
    goToPrevious: () => carousel?.scrollPrev(wantsLessMotion()),
    goToNext: () => carousel?.scrollNext(wantsLessMotion()),
    goTo: (index: number) => carousel?.scrollTo(index, wantsLessMotion()),
  }
}

const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
