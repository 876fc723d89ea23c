import { useState } from 'react'
import { Imigongo } from '#ui/imigongo.tsx'
import type { ListedTestimonial } from '../contract.ts'

/** The row of slides, 30 pixels apart; one to a view, and two on screens from 768 pixels. */
export const trackClass = '-ml-[30px] flex touch-pan-y'
export const slideClass = 'min-w-0 shrink-0 grow-0 basis-full pl-[30px] md:basis-1/2'
export const cardClass =
  'flex h-full min-h-96 flex-col gap-6 rounded bg-raised p-6 shadow-low sm:p-9 md:min-h-92'

/** What one person says. */
export function TestimonialCard({ testimonial }: { testimonial: ListedTestimonial }) {
  const { full_name, title, description } = testimonial
  return (
    <figure className={cardClass}>
      <blockquote className="grow font-medium text-lg leading-relaxed">
        <p>“{description}”</p>
      </blockquote>
      <figcaption className="flex items-center gap-4">
        <Portrait testimonial={testimonial} />
        <span className="min-w-0">
          <span className="block font-bold">{full_name}</span>
          <span className="block text-muted text-sm">{title}</span>
        </span>
      </figcaption>
    </figure>
  )
}

/** The picture, or the initials on a pattern of their own where there is none or it doesn't come. */
function Portrait({
  testimonial: { id, full_name, profile_picture },
}: {
  testimonial: ListedTestimonial
}) {
  const [hasFailed, setHasFailed] = useState(false)
  if (profile_picture && !hasFailed) {
    return (
      <img
        src={profile_picture}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        onError={() => setHasFailed(true)}
        className="size-14 shrink-0 rounded-full bg-sand object-cover"
      />
    )
  }
  return (
    <span aria-hidden="true" className="relative grid size-14 shrink-0 place-items-center">
      <span className="absolute inset-0 overflow-hidden rounded-full">
        <Imigongo seed={`testimonial-${id}`} bands={4} unitPx={1.2} />
      </span>
      <span className="relative grid size-8.5 place-items-center rounded-full bg-raised font-bold text-xs">
        {initialsOf(full_name)}
      </span>
    </span>
  )
}

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '')
    .join('')
}
