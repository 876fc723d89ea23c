import { pluralize } from '#shared/format.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadMore, newId } from '#ui/load-more.tsx'
import type { Event } from '../contract.ts'
import { EventCard } from './event-card.tsx'

type EventListProps = {
  events: readonly Event[]
  /** How many there are of the chosen type, whether shown or not. */
  total: number
  /** How many were shown before more were asked for. */
  shownBefore: number
  /** The URL that shows more events, if there are more. */
  moreHref: string | undefined
  /** Whether more were asked for, and could not be loaded. */
  hasFailed: boolean
}

/** The events of the chosen type. The URL contains the number shown, so that going back restores the list. */
export function EventList(props: EventListProps) {
  const { events, total, shownBefore, moreHref, hasFailed } = props
  if (events.length === 0) {
    return <EmptyState title="No events found in this category." seed="no-events" />
  }
  const count = pluralize(total, 'event')
  return (
    <>
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {events.map((event, index) => (
          <li key={event.id} id={index > 0 && index === shownBefore ? newId : undefined}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
      <LoadMore
        what="events"
        label="Load More Events"
        status={hasFailed ? 'failed' : 'ready'}
        shown={moreHref ? `${events.length} of ${count} shown` : `That is all: ${count}`}
        nextUrl={moreHref}
        // The page's loader does, which follows the URL.
        loadNext={async () => true}
      />
    </>
  )
}
