import { createContext, use } from 'react'
import type { ListedTestimonial } from '../contract.ts'

type Testimonials = {
  /** Null until they are loaded. */
  testimonials: readonly ListedTestimonial[] | null
  hasFailed: boolean
  load: () => Promise<void>
}

export const TestimonialContext = createContext<Testimonials | null>(null)

/** The testimonials of the nearest provider. @throws without a provider, which is a programming error */
export function useTestimonials(): Testimonials {
  const testimonials = use(TestimonialContext)
  if (!testimonials) throw new Error('useTestimonials must be used within a TestimonialProvider')
  return testimonials
}
