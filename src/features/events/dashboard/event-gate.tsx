import type { ReactNode } from 'react'
import { useListSearch } from '#client/resources/list/kept-search.ts'
import { RowGate } from '#client/resources/page/row-gate.tsx'
import type { StaffEvent } from '../contract.ts'
import { eventName } from './event-status.ts'

type EventGateProps = {
  id: number
  /** For a form, which keeps the version that it begins with. */
  isFresh?: boolean
  children: (event: StaffEvent, onDeleting: (isDeleting: boolean) => void) => ReactNode
}

/** Loads an event for its pages. */
export function EventGate(props: EventGateProps) {
  const search = useListSearch('/dashboard/events')
  return (
    <RowGate
      procedure="events.staffGet"
      noun="event"
      titleOf={eventName}
      listPath={`/dashboard/events${search}`}
      {...props}
    />
  )
}
