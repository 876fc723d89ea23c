import { useId, useRef } from 'react'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { formatCount } from '#shared/format.ts'
import { textFilter } from '#ui/data-table/filters.ts'
import { ListFooter } from '#ui/data-table/list-footer.tsx'
import { SearchBox } from '#ui/data-table/search-box.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { SkipLink, SkipTarget } from '#ui/skip-link.tsx'
import type { StaffEvent } from '../contract.ts'
import { CheckInRow } from './check-in-row.tsx'
import { EventGate } from './event-gate.tsx'
import { eventTime } from './event-status.ts'

/** Notes who has come to an event, at the door and on a phone. */
export function CheckInPage({ id }: { id: number }) {
  return <EventGate id={id}>{(event) => <CheckIn event={event} />}</EventGate>
}

const filters = { search: textFilter('Search by name') }
/** Colleagues check in at the same time. */
const refetchMs = 2_000

function CheckIn({ event }: { event: StaffEvent }) {
  const spec = { filters, always: { id: event.id, ordering: 'full_name' } }
  const { listUrl, page, isStale, problem, onRetry } = useResourceList(
    'eventRegistrations.list',
    spec,
    refetchMs,
  )
  const endId = useId()
  const search = useRef<HTMLInputElement>(null)
  useShortcuts([{ key: '/', does: 'Search', run: () => search.current?.focus() }])
  return (
    <div className="mx-auto max-w-2xl">
      <nav aria-label="Event" className="mb-4">
        <BackLink to={`/dashboard/events/${event.id}`} text="Registrations" />
      </nav>
      <PageHeading title={event.title} text={`${eventTime(event)} (Kigali)`} />
      <div className="sticky top-0 z-10 -mx-4 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-4 py-3">
        <SearchBox label={filters.search.label} listUrl={listUrl} ref={search} />
        <p role="status" className="font-bold text-lg tabular-nums">
          {page && `${formatCount(page.arrived)} of ${formatCount(page.registered)} here`}
        </p>
      </div>
      {page && problem && <QuietFailure what="This list" verb="refreshed" onRetry={onRetry} />}
      {page ? (
        <>
          {page.total_items > 0 && <SkipLink to={endId}>Skip the guests</SkipLink>}
          <ul
            aria-label="Guests"
            aria-busy={isStale}
            className="divide-y divide-line overflow-hidden rounded bg-raised shadow-low"
          >
            {page.results.map((guest) => (
              <CheckInRow key={guest.id} guest={guest} />
            ))}
          </ul>
          <SkipTarget id={endId}>End of the guests</SkipTarget>
          {page.total_items === 0 ? (
            <EmptyState
              seed="check-in"
              title={listUrl.get('search') ? 'Nobody of this name' : 'Nobody is registered'}
              text={
                listUrl.get('search')
                  ? 'Try a part of the name, the email or the phone number.'
                  : undefined
              }
            />
          ) : (
            <div className="mt-4">
              <ListFooter
                listUrl={listUrl}
                totalItems={page.total_items}
                totalPages={page.total_pages}
              />
            </div>
          )}
        </>
      ) : problem ? (
        <ErrorState text={problem} onRetry={onRetry} />
      ) : (
        <Skeleton className="h-96 w-full rounded" />
      )}
    </div>
  )
}
