import type { ReactNode } from 'react'
import { formatDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { CalendarDays, CalendarPlus, Clock, MapPin } from '#ui/icons.ts'
import type { Event } from '../contract.ts'
import { eventTypeLabels } from '../validation.ts'

/** The event's category and type. */
export function EventBadges({ event }: { event: Event }) {
  return (
    <div className="flex flex-wrap gap-2">
      {event.is_cancelled && <Badge tone="error">Cancelled</Badge>}
      <Badge tone="accent">{event.category}</Badge>
      <Badge>{eventTypeLabels[event.type]}</Badge>
    </div>
  )
}

/** The event's date, time (in Kigali) and location. */
export function EventFacts({ event, className }: { event: Event; className: string }) {
  return (
    <dl className={className}>
      <Fact icon={<CalendarDays />} term="Date">
        <time dateTime={event.starts_at}>{formatDate(event.date)}</time>
      </Fact>
      <Fact icon={<Clock />} term="Time">
        {event.time} <span className="font-normal text-muted">(Kigali)</span>
      </Fact>
      <Fact icon={<MapPin />} term="Location">
        {event.location}
      </Fact>
    </dl>
  )
}

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <dt>
        <span aria-hidden="true" className="flex h-lh items-center text-accent [&_svg]:size-4.5">
          {icon}
        </span>
        <span className="sr-only">{term}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The link that adds the event to a calendar, for one that takes place. */
export function CalendarLink({ event }: { event: Event }) {
  if (event.is_past || event.is_cancelled) return null
  return (
    <a
      href={`/events/${event.id}.ics`}
      download={`event-${event.id}.ics`}
      className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded px-2 font-semibold text-primary text-sm hover:bg-primary-soft"
    >
      <CalendarPlus aria-hidden="true" className="size-5" />
      Add to calendar
      <span className="sr-only">: {event.title}</span>
    </a>
  )
}
