import { company, endOfDay, localDay } from '#shared/company.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { formatLocalDate } from '#shared/format.ts'
import type { Event, EventType, StaffEvent } from '../contract.ts'

export const storedColumns = [
  'id',
  'title',
  'description',
  'category',
  'type',
  'starts_at',
  'ends_at',
  'location',
  'online_link',
  'image',
  'image_alt',
  'registration_link',
  'capacity',
  'registration_deadline',
  'registered',
  'arrived',
  'cancelled_at',
  'updated_at',
] as const

type DerivedField =
  | 'id'
  | 'date'
  | 'time'
  | 'is_past'
  | 'is_cancelled'
  | 'registration'
  | 'registered'
  | 'arrived'
  | 'updated_at'
export type EventFields = Omit<StaffEvent, DerivedField>

type Row = Omit<EventFields, 'type'> & {
  id: number
  type: string
  registered: number
  arrived: number
  cancelled_at: string | null
  updated_at: string
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: company.timeZone,
  hour: 'numeric',
  minute: '2-digit',
})
// Some versions of ICU write a narrow no-break space before AM and PM.
const clockTime = (moment: string) => clock.format(new Date(moment)).replace(/\s/g, ' ')

/** The registration state by the same conditions as in `takePlace`. */
function registrationOf(row: Row, at: string): Event['registration'] {
  if (row.cancelled_at !== null) return 'cancelled'
  if (row.ends_at < at) return 'closed'
  if (row.registration_link) return 'elsewhere'
  if (row.registration_deadline !== null && row.registration_deadline <= at) return 'closed'
  return row.capacity !== null && row.registered >= row.capacity ? 'full' : 'open'
}

/** What ends later on the next day is no evening that grew late. */
const eveningEndsMs = 6 * hourMs

/** The end has its day where the start's would be taken for it. */
function timesOf({ starts_at, ends_at }: Pick<Row, 'starts_at' | 'ends_at'>) {
  const start = new Date(starts_at)
  const date = localDay(start)
  const nextMorning = endOfDay(date).getTime() + eveningEndsMs
  const isOneDay = Date.parse(ends_at) <= Math.min(nextMorning, start.getTime() + dayMs)
  const end = isOneDay ? clockTime(ends_at) : `${formatLocalDate(ends_at)}, ${clockTime(ends_at)}`
  return { date, time: `${clockTime(starts_at)} - ${end}` }
}

/** An event of which start and end may be others than its day and time tell. */
export const withTimes = (event: StaffEvent): StaffEvent => ({ ...event, ...timesOf(event) })

export const toStaffEvent = (row: Row, at: string): StaffEvent => {
  const { cancelled_at, ...fields } = row
  return {
    ...fields,
    type: row.type as EventType,
    registration: registrationOf(row, at),
    ...timesOf(row),
    is_past: row.ends_at < at,
    is_cancelled: cancelled_at !== null,
  }
}

/** An event as visitors get it. */
export function toEvent(row: Row, at: string): Event {
  const { registered, arrived, online_link, ...event } = toStaffEvent(row, at)
  return event
}
