import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { importWithRetry, logAndSuspend } from '#ui/lazy/import-with-retry.ts'
import { onVisible } from '#ui/lazy/on-visible.ts'
import { TestimonialPlaceholders } from './testimonial-placeholders.tsx'
import { TestimonialProvider } from './testimonial-provider.tsx'

const TestimonialCarousel = lazy(() =>
  importWithRetry(() => import('./testimonial-carousel.tsx')).catch(logAndSuspend),
)
const TestimonialDialog = lazy(() => importWithRetry(() => import('./testimonial-dialog.tsx')))

/**
 * Testimonials, and a form to submit one. The carousel loads when it is near the viewport. The section needs
 * JavaScript, and is hidden without it.
 */
export function TestimonialsSection() {
  const section = useRef<HTMLElement>(null)
  const isNear = useIsNear(section)
  const [isWriting, setIsWriting] = useState(false)
  return (
    <section
      ref={section}
      data-wakes="near"
      aria-labelledby="testimonials"
      className="overflow-hidden noscript:hidden"
    >
      <div className="wrap py-section">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <h2 id="testimonials" className="max-w-[20ch] text-3xl">
            What people say after working with us
          </h2>
          <Button variant="secondary" onClick={() => setIsWriting(true)}>
            Share your experience
          </Button>
        </div>
        <TestimonialProvider>
          {isNear ? (
            <Suspense fallback={<TestimonialPlaceholders />}>
              <TestimonialCarousel />
            </Suspense>
          ) : (
            <TestimonialPlaceholders />
          )}
        </TestimonialProvider>
      </div>
      <Suspense>{isWriting && <TestimonialDialog onClose={() => setIsWriting(false)} />}</Suspense>
    </section>
  )
}

/** Whether an element has ever been near the viewport. */
function useIsNear(ref: React.RefObject<Element | null>) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (ref.current) return onVisible(ref.current, '500px', () => setIsNear(true))
  }, [ref])
  return isNear
}
