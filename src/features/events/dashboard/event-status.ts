import { formatDate } from '#shared/format.ts'
import type { StatusLooks } from '#ui/status-badge.tsx'
import type { StaffEvent } from '../contract.ts'

type EventStatus = StaffEvent['registration'] | 'past'

export const eventStatusLooks: StatusLooks<EventStatus> = {
  open: { label: 'Open', tone: 'success' },
  full: { label: 'Full', tone: 'accent' },
  closed: { label: 'Registration closed', tone: 'warning' },
  elsewhere: { label: 'Registration elsewhere', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'error' },
  past: { label: 'Past', tone: 'neutral' },
}

/** What is to be known first of an event: that it is cancelled or past, or how its registration stands. */
export const eventStatusOf = ({ is_past, is_cancelled, registration }: StaffEvent): EventStatus =>
  is_past && !is_cancelled ? 'past' : registration

export const eventName = ({ title }: { title: string }) => title

/** The day and the hours of an event: 10 Apr 2026, 9:00 AM - 12:30 PM. */
export const eventTime = ({ date, time }: StaffEvent) => `${formatDate(date)}, ${time}`
