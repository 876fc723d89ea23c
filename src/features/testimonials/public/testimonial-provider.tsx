import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ListedTestimonial } from '../contract.ts'
import { loadTestimonials } from './load-testimonials.ts'
import { TestimonialContext } from './testimonial-context.ts'

type ProviderProps = {
  /** Those that came with the page; null where the carousel requests them. */
  loaded: readonly ListedTestimonial[] | null
  children: ReactNode
}

/** Provides the testimonials of the page, or those that the carousel requests when it mounts. */
export function TestimonialProvider({ loaded, children }: ProviderProps) {
  const [testimonials, setTestimonials] = useState(loaded)
  const [hasFailed, setHasFailed] = useState(false)

  const load = useCallback(async () => {
    try {
      const { api } = await import('#client/api/client.ts')
      setTestimonials(await loadTestimonials(api))
      setHasFailed(false)
    } catch (error) {
      console.error('Testimonials could not be loaded', error)
      setHasFailed(true)
    }
  }, [])

  const value = useMemo(() => ({ testimonials, hasFailed, load }), [testimonials, hasFailed, load])
  return <TestimonialContext value={value}>{children}</TestimonialContext>
}
