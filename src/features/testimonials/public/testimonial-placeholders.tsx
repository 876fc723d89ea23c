import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { cardClass, slideClass } from './slide-classes.ts'

/** Two placeholders, as high as the cards with their controls, so that nothing shifts. */
export function TestimonialPlaceholders() {
  return (
    <div
      role="status"
      data-hydrates="near"
      aria-label="Loading testimonials"
      className="pb-30 sm:pb-20"
    >
      <div className="overflow-hidden">
        <div className="flex gap-[30px]">
          <Placeholder />
          <Placeholder />
        </div>
      </div>
    </div>
  )
}

function Placeholder() {
  return (
    <div data-testimonial-placeholder className={`shrink-0 ${slideClass}`}>
      <div className={cardClass}>
        <div>
          <SkeletonText lines={5} />
        </div>
        <div className="mt-auto flex items-center gap-4">
          <Skeleton className="size-14 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2.5 h-3.5 w-3/5" />
          </div>
        </div>
      </div>
    </div>
  )
}
