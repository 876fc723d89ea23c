import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { useKeptSearch } from '#client/resources/list/kept-search.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { ButtonLink } from '#ui/button.tsx'
import { choicesFilter, loadedChoices, readText, textFilter } from '#ui/data-table/filters.ts'
import { Plus } from '#ui/icons.ts'
import { MenuLink } from '#ui/overlays/menu.tsx'
import type { StaffEvent } from '../contract.ts'
import { eventOrders, eventTypeLabels } from '../validation.ts'
import { eventColumns } from './event-columns.tsx'
import { EventCancelDialog, EventMenuItems, eventDeletion } from './event-menu.tsx'
import { eventName } from './event-status.ts'

const useCategoryOptions = () =>
  useRead('events.categories', undefined).data?.results.map((name) => ({
    value: name,
    label: name,
  }))

const listSpec = {
  filters: {
    search: textFilter('Search events'),
    when: choicesFilter('When', 'Any time', {
      upcoming: 'Upcoming',
      past: 'Past',
      cancelled: 'Cancelled',
    }),
    category: loadedChoices('Category', 'Any category', readText(60), useCategoryOptions),
    type: choicesFilter('Type', 'Any type', eventTypeLabels),
  },
  orders: eventOrders,
}

/** All events: those to come, past ones, and cancelled ones. */
export function EventTable() {
  const list = useResourceList('events.staffList', listSpec)
  const [cancelling, setCancelling] = useState<StaffEvent>()
  const { search } = list.listUrl
  useKeptSearch('/dashboard/events', search)

  return (
    <ResourcePage
      title="Events"
      plural="events"
      views="events"
      list={list}
      columns={() => eventColumns}
      rowName={eventName}
      emptyText="The first one that you make appears on the site at once."
      actions={
        <ButtonLink size="sm" to={`/dashboard/events/new${search}`}>
          <Plus aria-hidden="true" className="size-4" />
          New event
        </ButtonLink>
      }
      deletion={eventDeletion}
      rowMenu={(event) => (
        <>
          <MenuLink to={`/dashboard/events/${event.id}`}>Registrations</MenuLink>
          {!event.is_cancelled && (
            <MenuLink to={`/dashboard/events/${event.id}/check-in?page_size=50`}>Check in</MenuLink>
          )}
          <MenuLink to={`/dashboard/events/${event.id}/edit${search}`}>Edit</MenuLink>
          <EventMenuItems event={event} onCancel={() => setCancelling(event)} />
        </>
      )}
      below={
        cancelling && (
          <EventCancelDialog event={cancelling} onClose={() => setCancelling(undefined)} />
        )
      }
    />
  )
}
