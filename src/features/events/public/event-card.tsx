import { Link } from 'react-router'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import type { Event } from '../contract.ts'
import { CalendarLink, EventBadges, EventFacts } from './event-facts.tsx'
import { EventPicture } from './event-picture.tsx'

/** An event in a list, with its registration and calendar links. */
export function EventCard({ event }: { event: Event }) {
  return (
    <article className="wrap-anywhere flex h-full flex-col overflow-hidden rounded bg-raised shadow-low">
      <EventPicture
        event={event}
        sizes="(min-width: 80rem) 26rem, (min-width: 48rem) 46vw, 92vw"
        className="h-36"
      />
      <div className="flex grow flex-col p-5 sm:p-6">
        <EventBadges event={event} />
        <h2 className="mt-4 text-xl">
          <Link to={`/events/${event.id}`} className="underline-offset-4 hover:underline">
            {event.title}
          </Link>
        </h2>
        <p className="mt-2 line-clamp-5 text-muted">{event.description}</p>
        <EventFacts event={event} className="mt-5 mb-6 grid gap-2 font-medium text-sm" />
        <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-3">
          <Registering event={event} />
          <CalendarLink event={event} />
        </div>
      </div>
    </article>
  )
}

function Registering({ event }: { event: Event }) {
  if (event.registration === 'elsewhere') return <RegisterElsewhere event={event} />
  if (event.registration === 'open') {
    return (
      <ButtonLink to={`/events/${event.id}#register`}>
        Register Now<span className="sr-only"> for {event.title}</span>
      </ButtonLink>
    )
  }
  return (
    <p className="flex min-h-11 items-center font-semibold text-muted">
      {closedEventReason(event)}
    </p>
  )
}

/** Why nobody can register for an event any more; undefined while one can. */
export function closedEventReason(event: Event) {
  if (event.is_cancelled) return 'This event is cancelled'
  if (event.is_past) return 'This event has passed'
  if (event.registration === 'full') return 'This event is full'
  return event.registration === 'closed' ? 'Registration has closed' : undefined
}

/** The link to an external registration. */
export function RegisterElsewhere({ event }: { event: Event }) {
  return (
    <a href={event.registration_link} target="_blank" rel="noreferrer" className={buttonClass()}>
      Register Now<span className="sr-only"> for {event.title} (in a new window)</span>
    </a>
  )
}
