import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useListSearch } from '#client/resources/list/kept-search.ts'
import { DeleteDialog } from '#client/resources/undo/delete-dialog.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import type { StaffEvent } from '../contract.ts'
import { eventName } from './event-status.ts'

export const EventCancelDialog = lazyComponent(
  () => import('./event-cancel-dialog.tsx'),
  'EventCancelDialogWindow',
)

export const eventDeletion = {
  procedure: 'events.delete',
  text: 'It goes with its registrations and its page on the site.',
} as const

type EventMenuItemsProps = { event: StaffEvent; onCancel: () => void }

/** The actions on an event, in its row's menu and on its page. */
export const EventMenuItems = ({ event, onCancel }: EventMenuItemsProps) => (
  <>
    <MenuLink to={`/dashboard/events/new?from=${event.id}`}>Duplicate</MenuLink>
    <MenuLink to={`/events/${event.id}`}>View on the site</MenuLink>
    {!event.is_past && !event.is_cancelled && (
      <MenuItem onSelect={onCancel} isDanger>
        Cancel event
      </MenuItem>
    )}
  </>
)

type EventMenuProps = { event: StaffEvent; onDeleting: (isDeleting: boolean) => void }

/** The menu of an event's page. */
export function EventMenu({ event, onDeleting }: EventMenuProps) {
  const navigate = useNavigate()
  const search = useListSearch('/dashboard/events')
  const isStaying = useIsStaying()
  const [open, setOpen] = useState<'cancel' | 'delete' | 'deleted'>()
  const isDeleting = open === 'delete' || open === 'deleted'
  useEffect(() => onDeleting(isDeleting), [onDeleting, isDeleting])
  return (
    <>
      <Menu trigger="More" size="sm" variant="secondary">
        <EventMenuItems event={event} onCancel={() => setOpen('cancel')} />
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {open === 'cancel' && <EventCancelDialog event={event} onClose={() => setOpen(undefined)} />}
      <DeleteDialog
        {...eventDeletion}
        row={open === 'delete' ? event : undefined}
        rowName={eventName}
        onClose={() => setOpen((now) => (now === 'deleted' ? now : undefined))}
        onDeleted={() => {
          setOpen('deleted')
          if (isStaying()) void navigate(`/dashboard/events${search}`, { replace: true })
        }}
      />
    </>
  )
}
