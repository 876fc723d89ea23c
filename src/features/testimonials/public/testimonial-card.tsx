import { Portrait } from '#ui/portrait.tsx'
import type { ListedTestimonial } from '../contract.ts'
import { cardClass } from './slide-classes.ts'

/** What one person says. */
export function TestimonialCard({ testimonial }: { testimonial: ListedTestimonial }) {
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
