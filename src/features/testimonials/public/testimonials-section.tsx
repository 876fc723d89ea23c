import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { ListedTestimonial } from '../contract.ts'
import { TestimonialCarousel } from './testimonial-carousel.tsx'
import dialogFiles from './testimonial-dialog.tsx?import-files'
import { TestimonialProvider } from './testimonial-provider.tsx'

const TestimonialDialog = lazyComponent(
  () => import('./testimonial-dialog.tsx'),
  'TestimonialDialog',
)

/** Testimonials, and a form to submit one, which needs JavaScript. */
export function TestimonialsSection({
  testimonials,
}: {
  testimonials: readonly ListedTestimonial[] | null
}) {
  const [isWriting, setIsWriting] = useState(false)
  return (
    <section aria-labelledby="testimonials" className="overflow-hidden">
      <div className="wrap py-section">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <h2 id="testimonials" className="max-w-[20ch] text-3xl">
            What people say after working with us
          </h2>
          <Button
            variant="secondary"
            className="noscript:hidden"
            data-needs={dialogFiles}
            onClick={() => setIsWriting(true)}
          >
            Share your experience
          </Button>
        </div>
        <TestimonialProvider loaded={testimonials}>
          <TestimonialCarousel />
        </TestimonialProvider>
      </div>
      {isWriting && <TestimonialDialog onClose={() => setIsWriting(false)} />}
    </section>
  )
}
