import { site } from '#site'
import type { Event } from '../contract.ts'

const isOnline = ({ location }: Event) => /online/i.test(location)

/** The events to come as search engines read them (schema.org). */
export const eventsStructuredData = (events: readonly Event[], siteUrl: string) => ({
  '@context': 'https://schema.org',
  '@graph': events
    .filter((event) => !event.is_past)
    .map((event) => ({
      '@type': 'Event',
      name: event.title,
      description: event.description,
      startDate: event.starts_at,
      endDate: event.ends_at,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: `https://schema.org/${isOnline(event) ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: isOnline(event)
        ? {
            '@type': 'VirtualLocation',
            url: event.registration_link || `${siteUrl}/events/${event.id}`,
          }
        : { '@type': 'Place', name: event.location, address: event.location },
      organizer: { '@type': 'Organization', name: site.name, url: siteUrl },
      url: event.registration_link || `${siteUrl}/events/${event.id}`,
    })),
})
