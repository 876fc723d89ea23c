import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ListedTestimonial } from '../contract.ts'
import { TestimonialContext } from './testimonial-context.ts'

/** The most testimonials in the carousel, latest first. */
const shownMax = 12

/** Provides the testimonials, which the carousel requests when it mounts. */
export function TestimonialProvider({ children }: { children: ReactNode }) {
  const [testimonials, setTestimonials] = useState<readonly ListedTestimonial[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const load = useCallback(async () => {
    setHasFailed(false)
    try {
      const { api } = await import('#client/api/client.ts')
      const response = await api.testimonials.list({ page: 1, page_size: shownMax })
      // Other servers of this API return a plain array.
      setTestimonials(Array.isArray(response) ? response : response.results)
    } catch (error) {
      console.error('Testimonials could not be loaded', error)
      setHasFailed(true)
    }
  }, [])

  const value = useMemo(() => ({ testimonials, hasFailed, load }), [testimonials, hasFailed, load])
  return <TestimonialContext value={value}>{children}</TestimonialContext>
}
