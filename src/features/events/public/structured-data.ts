import { company } from '#shared/company.ts'
import { absoluteUrl, splitFocus } from '#shared/image-url.ts'
import type { Event } from '../contract.ts'

const isOnline = ({ location }: Event) => /online/i.test(location)

/** A time in Kigali with its UTC offset: search engines show the local time. */
const localMoment = (iso: string) => {
  const [hours, minutes] = company.utcOffset.split(':').map(Number)
  const shiftMs = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000
  return new Date(Date.parse(iso) + shiftMs).toISOString().slice(0, 19) + company.utcOffset
}

/**
 * The upcoming events as structured data (schema.org).
 * @param picturePath returns the path of an event's picture
 */
export const eventsStructuredData = (
  events: readonly Event[],
  siteUrl: string,
  picturePath: (event: Event) => string,
) =>
  events
    .filter((event) => !event.is_past)
    .map((event) => ({
      '@type': 'Event',
      name: event.title,
      description: event.description,
      startDate: localMoment(event.starts_at),
      endDate: localMoment(event.ends_at),
      eventStatus: `https://schema.org/Event${event.is_cancelled ? 'Cancelled' : 'Scheduled'}`,
      eventAttendanceMode: `https://schema.org/${isOnline(event) ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: isOnline(event)
        ? {
            '@type': 'VirtualLocation',
            url: event.registration_link || `${siteUrl}/events/${event.id}`,
          }
        : { '@type': 'Place', name: event.location, address: event.location },
      image: [splitFocus(event.image).address, picturePath(event)]
        .filter(Boolean)
        .map((path) => absoluteUrl(path, siteUrl)),
      organizer: { '@type': 'Organization', name: company.name, url: `${siteUrl}/` },
      url: event.registration_link || `${siteUrl}/events/${event.id}`,
    }))
