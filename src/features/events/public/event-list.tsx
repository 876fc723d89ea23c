import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import type { Event } from '../contract.ts'
import { EventCard } from './event-card.tsx'

/** The first of the events added last: before hydration the link loads it as a document. */
const newId = 'more'

type EventListProps = {
  events: readonly Event[]
  /** How many were shown before more were asked for. */
  shownBefore: number
  /** The URL that shows more events, if there are more. */
  moreHref: string | undefined
}

/** The events of the chosen type. The URL contains the number shown, so that going back restores the list. */
export function EventList({ events, shownBefore, moreHref }: EventListProps) {
  const navigate = useNavigate()
  const grid = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number>(undefined)

  /** Moves the focus to the first new event, because the button has moved or disappeared. */
  useEffect(() => {
    const at = firstNew.current
    if (at === undefined || events.length <= at) return
    firstNew.current = undefined
    grid.current?.children[at]?.querySelector<HTMLElement>('[data-event]')?.focus({
      preventScroll: true,
    })
  }, [events])

  function handleClick(event: MouseEvent) {
    if (!moreHref || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    firstNew.current = events.length
    void navigate(moreHref, { replace: true, preventScrollReset: true })
  }

  if (events.length === 0) {
    return <EmptyState title="No events found in this category." seed="no-events" />
  }
  return (
    <>
      <ul ref={grid} className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {events.map((event, index) => (
          <li key={event.id} id={index > 0 && index === shownBefore ? newId : undefined}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
      {moreHref && (
        <div className="mt-12 text-center">
          <Link
            to={`${moreHref}#${newId}`}
            onClick={handleClick}
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
          >
            Load More Events
          </Link>
        </div>
      )}
    </>
  )
}
