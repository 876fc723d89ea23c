import { ButtonLink } from '#ui/button.tsx'
import type { ListedTestimonial } from '../contract.ts'
import { TestimonialCarousel } from './testimonial-carousel.tsx'
import { TestimonialProvider } from './testimonial-provider.tsx'

/** Testimonials, and the way to the form for one's own. */
export function TestimonialsSection({
  testimonials,
}: {
  testimonials: readonly ListedTestimonial[] | null
}) {
  return (
    <section aria-labelledby="testimonials" className="overflow-hidden">
      <div className="wrap py-section">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <h2 id="testimonials" className="max-w-[20ch] text-3xl">
            What people say after working with us
          </h2>
          <ButtonLink to="/testimonial" variant="secondary">
            Share your experience
          </ButtonLink>
        </div>
        <TestimonialProvider loaded={testimonials}>
          <TestimonialCarousel />
        </TestimonialProvider>
      </div>
    </section>
  )
}
