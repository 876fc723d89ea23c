import { expect, test } from 'vitest'
import type { Event } from '../contract.ts'
import { eventsStructuredData } from './structured-data.ts'

const event: Event = {
  id: 7,
  title: 'Kigali Talent Day',
  description: 'Forty graduates, twenty employers.',
  category: 'Africa Business',
  type: 'conference',
  date: '2026-11-20',
  time: '9:15 AM - 5:00 PM',
  location: 'Kigali Convention Centre',
  image: '',
  image_alt: '',
  registration_link: '',
  capacity: null,
  registration_deadline: null,
  registration: 'open',
  starts_at: '2026-11-20T07:15:00.000Z',
  ends_at: '2026-11-20T22:30:00.000Z',
  is_past: false,
  is_cancelled: false,
  updated_at: '2026-11-02T08:00:00.000Z',
}
const eventsOf = (changes: Partial<Event>) =>
  eventsStructuredData([{ ...event, ...changes }], 'https://huza.example', () => '/share/7.png')

test('an event has the required structured data, in Kigali time', () => {
  expect(eventsOf({})).toMatchObject([
    {
      '@type': 'Event',
      name: 'Kigali Talent Day',
      startDate: '2026-11-20T09:15:00+02:00',
      endDate: '2026-11-21T00:30:00+02:00',
      location: { '@type': 'Place', name: 'Kigali Convention Centre' },
      image: ['https://huza.example/share/7.png'],
      url: 'https://huza.example/events/7',
    },
  ])
})

test('an online event has its link as location, and its own picture comes first', () => {
  const link = 'https://meet.example/7'
  const image = '/images/abc-640x320-aabbcc'
  expect(
    eventsOf({ location: 'Online', registration_link: link, image: `${image}#focus=30,60` }),
  ).toMatchObject([
    {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: link },
      image: [`https://huza.example${image}`, 'https://huza.example/share/7.png'],
    },
  ])
})

test('past events are left out', () => {
  expect(eventsOf({ is_past: true })).toEqual([])
})
