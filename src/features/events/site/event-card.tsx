import { CalendarDays, CalendarPlus, Clock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { writtenDay } from '#client/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { Imigongo } from '#ui/imigongo.tsx'
import type { Event } from '../contract.ts'

const typeLabels = { webinar: 'Webinar', workshop: 'Workshop', conference: 'Conference' } as const

/** An event: what, when and where, how one registers, and the file for one's own calendar. */
export function EventCard({ event }: { event: Event }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded bg-raised shadow-low">
      <EventPicture event={event} />
      <div className="flex grow flex-col p-5 sm:p-6">
        <div className="flex flex-wrap gap-2">
          <Badge tone="accent">{event.category}</Badge>
          <Badge>{typeLabels[event.type]}</Badge>
        </div>
        <h2 tabIndex={-1} data-event={event.id} className="mt-4 text-xl">
          {event.title}
        </h2>
        <p className="mt-2 text-muted">{event.description}</p>
        <dl className="mt-5 mb-6 grid gap-2 font-medium text-sm">
          <Fact icon={<CalendarDays />} term="Date">
            <time dateTime={event.starts_at}>{writtenDay(event.date)}</time>
          </Fact>
          <Fact icon={<Clock />} term="Time">
            {event.time} <span className="font-normal text-muted">(Kigali)</span>
          </Fact>
          <Fact icon={<MapPin />} term="Location">
            {event.location}
          </Fact>
        </dl>
        <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-3">
          {event.is_past ? (
            <p className="flex min-h-11 items-center font-semibold text-muted">
              This event has passed
            </p>
          ) : (
            <>
              <Register event={event} />
              <a
                href={`/events/${event.id}.ics`}
                download={`event-${event.id}.ics`}
                className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded px-2 font-semibold text-primary text-sm hover:bg-primary-soft"
              >
                <CalendarPlus aria-hidden="true" className="size-5" />
                Add to calendar
                <span className="sr-only">: {event.title}</span>
              </a>
            </>
          )}
        </div>
      </div>
    </article>
  )
}

/** Its own registration where it has one; otherwise one registers by a message that says for what. */
function Register({ event }: { event: Event }) {
  const name = <span className="sr-only"> for {event.title}</span>
  if (event.registration_link) {
    return (
      <a href={event.registration_link} target="_blank" rel="noreferrer" className={buttonClass()}>
        Register Now{name}
        <span className="sr-only"> (in a new window)</span>
      </a>
    )
  }
  const subject = encodeURIComponent(`Registration: ${event.title}`)
  return (
    <ButtonLink to={`/contact?inquiry=training&subject=${subject}`}>Register Now{name}</ButtonLink>
  )
}

/** The picture of the event; where it has none of this site, the Imigongo of its number. */
function EventPicture({ event: { id, image, is_past } }: { event: Event }) {
  return (
    <div className={is_past ? 'h-36 opacity-60 grayscale' : 'h-36'}>
      {image.startsWith('/') ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          width={640}
          height={288}
          className="size-full object-cover"
        />
      ) : (
        <Imigongo seed={`event-${id}`} bands={3} unitPx={2.6} />
      )}
    </div>
  )
}

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <dt>
        <span aria-hidden="true" className="text-accent [&_svg]:mt-0.5 [&_svg]:size-4.5">
          {icon}
        </span>
        <span className="sr-only">{term}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
