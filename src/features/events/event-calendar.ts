import { type CalendarMethod, calendarFile, sequenceAt } from '#shared/calendar.ts'
import type { Event } from './contract.ts'

/** Who publishes a calendar: the site's URL, empty if none is configured, and the company's email. */
type Publisher = { siteUrl: string; email: string }

function urlOf({ id, registration_link }: Event, siteUrl: string) {
  if (registration_link) return new URL(registration_link).href
  return siteUrl && `${siteUrl}/events/${id}`
}

/** The events as an iCalendar file. An event's UID never changes. */
export const calendarOf = (
  events: readonly Event[],
  { siteUrl, email }: Publisher,
  method?: CalendarMethod,
) =>
  calendarFile(
    { name: 'Events', organizer: email },
    events.map((event) => ({
      key: `event-${event.id}`,
      changed_at: event.updated_at,
      sequence: sequenceAt(event.updated_at),
      starts_at: event.starts_at,
      ends_at: event.ends_at,
      isCancelled: event.is_cancelled,
      title: event.title,
      description: event.description,
      location: event.location,
      category: event.category,
      url: urlOf(event, siteUrl),
    })),
    method,
  )

/** The response with a calendar. @param fileName the download's name; undefined for a feed to subscribe to */
export const calendarResponse = (
  events: readonly Event[],
  publisher: Publisher,
  fileName?: string,
) =>
  new Response(calendarOf(events, publisher), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      ...(fileName ? { 'content-disposition': `attachment; filename="${fileName}"` } : {}),
    },
  })
