import { formatCount, formatDate } from '#shared/format.ts'
import type { DataColumn } from '#ui/data-table/columns.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { PlacesBar } from '#ui/places-bar.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StaffEvent } from '../contract.ts'
import { eventTypeLabels } from '../validation.ts'
import { eventStatusLooks, eventStatusOf } from './event-status.ts'

export const eventColumns: DataColumn<StaffEvent>[] = [
  {
    id: 'title',
    header: 'Event',
    ordering: 'title',
    isMain: true,
    className: 'min-w-56 max-w-96',
    cell: ({ id, title, category, type }) => (
      <MainCell
        name={title}
        text={`${category} · ${eventTypeLabels[type]}`}
        to={`/dashboard/events/${id}`}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (event) => <StatusBadge looks={eventStatusLooks} status={eventStatusOf(event)} />,
  },
  {
    id: 'starts_at',
    header: 'When (Kigali)',
    ordering: 'starts_at',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ date, time }) => (
      <>
        {formatDate(date)}
        <span className="block text-muted text-xs">{time}</span>
      </>
    ),
  },
  { id: 'location', header: 'Place', className: 'min-w-36', cell: ({ location }) => location },
  {
    id: 'registered',
    header: 'Registered',
    ordering: 'registered',
    isDescendingFirst: true,
    cell: ({ registration_link, registered, capacity }) =>
      registration_link && registered === 0 ? (
        '–'
      ) : (
        <PlacesBar taken={registered} limit={capacity} />
      ),
  },
  {
    id: 'arrived',
    header: 'Came',
    className: 'tabular-nums',
    isHiddenAtFirst: true,
    cell: ({ arrived }) => formatCount(arrived),
  },
]
