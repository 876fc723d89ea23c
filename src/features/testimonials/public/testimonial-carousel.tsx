import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { Bullets, Carousel } from '#ui/carousel/carousel.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { ChevronLeft, ChevronRight, Pause, Play } from '#ui/icons.ts'
import { Portrait } from '#ui/portrait.tsx'
import type { ListedTestimonial } from '../contract.ts'
import { cardClass, slideClass } from './slide-classes.ts'
import { useTestimonials } from './testimonial-context.ts'
import { TestimonialPlaceholders } from './testimonial-placeholders.tsx'

/** The testimonials. Requests them when it mounts, unless they came with the page. */
export function TestimonialCarousel() {
  const { testimonials, hasFailed, load } = useTestimonials()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!testimonials) void load()
  }, [load])

  if (hasFailed) {
    return <QuietFailure what="The testimonials" onRetry={load} />
  }
  if (!testimonials) return <TestimonialPlaceholders />
  if (testimonials.length === 0) {
    return <EmptyState title="No testimonials yet." text="Yours could be the first." />
  }
  return <Slides testimonials={testimonials} />
}

function Slides({ testimonials }: { testimonials: readonly ListedTestimonial[] }) {
  const count = testimonials.length
  return (
    <section aria-roledescription="carousel" aria-label="Testimonials">
      <Carousel
        slides={testimonials.map((testimonial) => ({
          key: testimonial.id,
          content: <TestimonialCard testimonial={testimonial} />,
        }))}
        shownMax={2}
        everyMs={5000}
        trackClassName="-m-4 scroll-px-4 gap-[30px] p-4"
        slideClassName={slideClass}
      >
        <div className="noscript:hidden flex h-30 flex-col items-center justify-end gap-3 sm:h-20 sm:flex-row sm:items-end sm:justify-between">
          <div className="flex flex-wrap items-center sm:-ml-1.5">
            <Bullets
              labels={testimonials.map((_, index) => `Show testimonial ${index + 1} of ${count}`)}
              className="size-6 sm:size-8"
            />
          </div>
          <div className="flex shrink-0 gap-2">
            <Button
              variant="quiet"
              size="icon"
              aria-label="Let the testimonials move"
              data-resume=""
              hidden
            >
              <Play aria-hidden="true" />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Hold the testimonials still"
              data-pause=""
            >
              <Pause aria-hidden="true" />
            </Button>
            <Button
              variant="secondary"
              size="icon"
              aria-label="Previous testimonial"
              data-step={-1}
            >
              <ChevronLeft aria-hidden="true" />
            </Button>
            <Button variant="secondary" size="icon" aria-label="Next testimonial" data-step={1}>
              <ChevronRight aria-hidden="true" />
            </Button>
          </div>
        </div>
      </Carousel>
    </section>
  )
}

function TestimonialCard({ testimonial }: { testimonial: ListedTestimonial }) {
  const { id, full_name, title, description, profile_picture } = testimonial
  return (
    <figure className={cardClass}>
      <blockquote className="grow font-medium text-lg leading-relaxed">
        <p dir="auto">{`“${description}”`}</p>
      </blockquote>
      <figcaption className="flex flex-wrap items-center gap-4">
        {/* Pictures of slides that are far from being shown are not loaded. */}
        <span className="size-20 shrink-0 overflow-hidden rounded [content-visibility:auto]">
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
