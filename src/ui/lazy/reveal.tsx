import { type ReactNode, useEffect, useRef } from 'react'
import { onVisible } from './on-visible.ts'

/**
 * Animates its content once, when it first comes into view. Content on the first screen is never hidden. Without
 * JavaScript or with reduced motion there is no animation.
 */
export function Reveal({ className, children }: { className?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    if (element.getBoundingClientRect().top < innerHeight) return
    element.classList.add('not-print:opacity-0')
    return onVisible(element, '0px', () =>
      element.classList.replace('not-print:opacity-0', 'animate-rise'),
    )
  }, [])
  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  )
}
