import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Portrait } from '#ui/portrait.tsx'
import type { ListedTestimonial } from '../contract.ts'
import { cardClass, slideClass, trackClass } from './slide-classes.ts'
import { useTestimonials } from './testimonial-context.ts'
import { TestimonialPlaceholders } from './testimonial-placeholders.tsx'
import { useCarousel } from './use-carousel.ts'

/** The testimonials. Requests them when it mounts; loaded lazily, because it imports a carousel library. */
export default function TestimonialCarousel() {
  const { testimonials, hasFailed, load } = useTestimonials()

  useEffect(() => void load(), [load])

  if (hasFailed) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        The testimonials could not be loaded.
        <Button variant="secondary" size="sm" onClick={load}>
          Try again
        </Button>
      </p>
    )
  }
  if (!testimonials) return <TestimonialPlaceholders />
  if (testimonials.length === 0) {
    return <EmptyState title="No testimonials yet." text="Yours could be the first." />
  }
  return <Slides testimonials={testimonials} />
}

function Slides({ testimonials }: { testimonials: readonly ListedTestimonial[] }) {
  const carousel = useCarousel()
  const { viewport, at, count, isPaused, setIsPaused } = carousel
  return (
    <section aria-roledescription="carousel" aria-label="Testimonials">
      <div ref={viewport} className="-m-4 overflow-hidden p-4">
        <ul className={trackClass}>
          {testimonials.map((testimonial) => (
            <li key={testimonial.id} className={slideClass}>
              <TestimonialCard testimonial={testimonial} />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex h-30 flex-col items-center justify-end gap-3 sm:h-20 sm:flex-row sm:items-end sm:justify-between">
        <div className="flex flex-wrap items-center sm:-ml-1.5">
          {Array.from({ length: count }, (_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a bullet is its place
              key={index}
              type="button"
              aria-label={`Show testimonial ${index + 1} of ${count}`}
              aria-current={index === at || undefined}
              onClick={() => carousel.goTo(index)}
              className="group grid size-6 place-items-center sm:size-8"
            >
              <span className="size-2.5 rotate-45 bg-control transition-transform group-aria-current:scale-140 group-aria-current:bg-accent" />
            </button>
          ))}
        </div>
        <div className="flex shrink-0 gap-2">
          <Button
            variant="quiet"
            size="icon"
            aria-label={isPaused ? 'Let the testimonials move' : 'Hold the testimonials still'}
            onClick={() => setIsPaused(!isPaused)}
          >
            {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          </Button>
          <Button
            variant="secondary"
            size="icon"
            aria-label="Previous testimonial"
            onClick={carousel.goToPrevious}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button
            variant="secondary"
            size="icon"
            aria-label="Next testimonial"
            onClick={carousel.goToNext}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      </div>
    </section>
  )
}

function TestimonialCard({ testimonial }: { testimonial: ListedTestimonial }) {
  const { id, full_name, title, description, profile_picture } = testimonial
  return (
    <figure className={cardClass}>
      <blockquote className="grow font-medium text-lg leading-relaxed">
        <p>“{description}”</p>
      </blockquote>
      <figcaption className="flex flex-wrap items-center gap-4">
        <span className="w-20 shrink-0 overflow-hidden rounded">
          <Portrait
            name={full_name}
            picture={profile_picture}
            seed={`testimonial-${id}`}
            size="mark"
          />
        </span>
        <span className="min-w-[min(100%,8rem)] flex-1">
          <span className="block font-bold">{full_name}</span>
          <span className="block text-muted text-sm">{title}</span>
        </span>
      </figcaption>
    </figure>
  )
}
