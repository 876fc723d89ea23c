import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { ListedTestimonial } from '../contract.ts'
import { TestimonialContext } from './testimonial-context.ts'

/** So many stand in the carousel at most, the latest ones. */
const shownMax = 12

/** Holds the testimonials that the carousel asks for when it mounts. */
export function TestimonialProvider({ children }: { children: ReactNode }) {
  const [testimonials, setTestimonials] = useState<readonly ListedTestimonial[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const load = useCallback(async () => {
    setHasFailed(false)
    try {
      const { api } = await import('#client/api/client.ts')
      const answer = await api.testimonials.list({ page: 1, page_size: shownMax })
      // Other servers of the same calls answer a plain list.
      setTestimonials(Array.isArray(answer) ? answer : answer.results)
    } catch (error) {
      console.error('Testimonials could not be loaded', error)
      setHasFailed(true)
    }
  }, [])

  const value = useMemo(() => ({ testimonials, hasFailed, load }), [testimonials, hasFailed, load])
  return <TestimonialContext value={value}>{children}</TestimonialContext>
}
