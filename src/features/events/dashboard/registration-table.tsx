import { api } from '#client/api/client.ts'
import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { useListSearch } from '#client/resources/list/kept-search.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { BackLink } from '#client/resources/page/back-link.tsx'
import { formatCount, formatDateTime } from '#shared/format.ts'
import { consentText } from '#shared/privacy.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { emailColumn, phoneColumn } from '#ui/data-table/contact-columns.tsx'
import { choiceFilter, textFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StaffEvent } from '../contract.ts'
import type { Registration } from '../registration-contract.ts'
import { registrationOrders } from '../validation.ts'
import { EventGate } from './event-gate.tsx'
import { EventMenu } from './event-menu.tsx'
import { eventStatusLooks, eventStatusOf, eventTime } from './event-status.ts'

/** Who has registered for an event. */
export function RegistrationPage({ id }: { id: number }) {
  return (
    <EventGate id={id}>
      {(event, onDeleting) => <RegistrationTable event={event} onDeleting={onDeleting} />}
    </EventGate>
  )
}

const filters = {
  search: textFilter('Search registrations'),
  is_here: choiceFilter('Came', 'All', { true: 'Checked in', false: 'Not checked in' }),
}

const guestName = ({ full_name }: Registration) => full_name

type RegistrationTableProps = { event: StaffEvent; onDeleting: (isDeleting: boolean) => void }

function RegistrationTable({ event, onDeleting }: RegistrationTableProps) {
  const { id } = event
  const search = useListSearch('/dashboard/events')
  const list = useResourceList('eventRegistrations.list', {
    filters,
    orders: registrationOrders,
    defaultOrdering: 'created_at',
    always: { id },
  })
  const checkIn = useNotifiedWrite('eventRegistrations.checkIn')
  const resend = useNotifiedWrite('eventRegistrations.resend')
  const setHere = (guest: Registration, is_here: boolean) =>
    checkIn(
      { id: guest.id, is_here },
      () => `${guest.full_name} is ${is_here ? '' : 'not '}checked in.`,
    )
  const { registered = 0, arrived = 0 } = list.page ?? {}
  const isToCome = !event.is_past && !event.is_cancelled

  return (
    <>
      <nav aria-label="Events" className="mb-4">
        <BackLink to={`/dashboard/events${search}`} text="All events" />
      </nav>
      <ResourcePage
        title={event.title}
        text={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge looks={eventStatusLooks} status={eventStatusOf(event)} />
            <span>
              {eventTime(event)} (Kigali), {event.location}
            </span>
            {/* It has its place before it is known: a line that came later would push the buttons away under a press. */}
            <span className={classNames('font-semibold text-text', !list.page && 'invisible')}>
              {formatCount(registered)}
              {event.capacity !== null && ` of ${formatCount(event.capacity)}`} registered,{' '}
              {formatCount(arrived)} checked in
            </span>
          </span>
        }
        plural="registrations"
        views="registrations"
        list={list}
        columns={() => registrationColumns(id)}
        rowName={guestName}
        emptyText="Who registers on the site appears here."
        actions={
          <>
            <ExportMenu
              plural="registrations"
              fetchFile={(format) =>
                api.eventRegistrations.export({
                  params: { id },
                  query: { format },
                  body: { filters: list.filters, ordering: list.ordering },
                })
              }
            />
            <ButtonLink size="sm" variant="secondary" to={`/dashboard/events/${id}/edit${search}`}>
              Edit event
            </ButtonLink>
            {!event.is_cancelled && (
              <ButtonLink size="sm" to={`/dashboard/events/${id}/check-in?page_size=50`}>
                Check in
              </ButtonLink>
            )}
            <EventMenu event={event} onDeleting={onDeleting} />
          </>
        }
        deletion={{
          procedure: 'eventRegistrations.delete',
          rowName: (guest) => `the registration of ${guest.full_name}`,
          text: 'Their place becomes free. They are not told by email.',
        }}
        rowMenu={(guest) => (
          <>
            {!event.is_cancelled &&
              (guest.checked_in_at ? (
                <MenuItem onSelect={() => void setHere(guest, false)}>Undo check-in</MenuItem>
              ) : (
                <MenuItem onSelect={() => void setHere(guest, true)}>Check in</MenuItem>
              ))}
            {isToCome && (
              <MenuItem onSelect={() => void resend({ id: guest.id }, ({ detail }) => detail)}>
                Send the email again
              </MenuItem>
            )}
          </>
        )}
      />
    </>
  )
}

const registrationColumns = (eventId: number): DataColumn<Registration>[] => [
  {
    id: 'full_name',
    header: 'Name',
    ordering: 'full_name',
    isMain: true,
    className: 'min-w-48 max-w-80',
    cell: ({ full_name, organisation }) => (
      <MainCell
        name={full_name}
        text={organisation}
        to={`/dashboard/events/${eventId}/check-in?search=${encodeURIComponent(full_name)}`}
      />
    ),
  },
  emailColumn(false),
  phoneColumn(({ phone }) => phone, false),
  timeColumn('created_at', 'Registered', formatDateTime, {
    ordering: 'created_at',
    className: 'tabular-nums',
  }),
  timeColumn('checked_in_at', 'Checked in', formatDateTime, { className: 'tabular-nums' }),
  {
    id: 'checked_in_by',
    header: 'By',
    isHiddenAtFirst: true,
    cell: ({ checked_in_by }) => checked_in_by || '–',
  },
  {
    id: 'consent_version',
    header: 'Agreed',
    isHiddenAtFirst: true,
    cell: ({ created_at, consent_version }) => consentText(created_at, consent_version),
  },
]
