import { company } from '#shared/company.ts'
import type { Event } from './contract.ts'

const domain = company.email.split('@')[1] ?? company.name

/** A time in UTC in iCalendar's format: 20261120T071500Z. */
const stamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')

const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: company.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** A local time in Kigali in iCalendar's format: 20261120T091500. */
function wallTime(iso: string) {
  const part = Object.fromEntries(
    wall.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  )
  return `${part.year}${part.month}${part.day}T${part.hour}${part.minute}${part.second}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar forbids control characters except tabs
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const escaped = (text: string) =>
  text
    .replace(unwritable, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')

const bytesMax = 75

/** Folds a line at 75 bytes, with a space before each continuation; no character is split. */
function folded(line: string) {
  const lines = ['']
  let bytes = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > bytesMax) {
      lines.push(' ')
      bytes = 1
    }
    lines[lines.length - 1] += character
    bytes += size
  }
  return lines.join('\r\n')
}

/** Kigali has no daylight saving time, so one rule describes its time zone. */
const offset = company.utcOffset.replace(':', '')
const timeZone = [
  'BEGIN:VTIMEZONE',
  `TZID:${company.timeZone}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  `TZOFFSETFROM:${offset}`,
  `TZOFFSETTO:${offset}`,
  'TZNAME:CAT',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** A number that grows with each change: calendars replace what they have only by a greater one. */
const sequenceOf = ({ updated_at }: Event) =>
  Math.floor((Date.parse(updated_at) - Date.UTC(2020, 0)) / 1000)

const entry = (event: Event, siteUrl: string) => [
  'BEGIN:VEVENT',
  `UID:event-${event.id}@${domain}`,
  // Calendars that get an event twice keep the version with the later stamp.
  `DTSTAMP:${stamp(event.updated_at)}`,
  `LAST-MODIFIED:${stamp(event.updated_at)}`,
  // A published event, unlike an invitation, needs an organizer.
  `ORGANIZER;CN="${company.name.replaceAll('"', '')}":mailto:${company.email}`,
  `DTSTART;TZID=${company.timeZone}:${wallTime(event.starts_at)}`,
  `DTEND;TZID=${company.timeZone}:${wallTime(event.ends_at)}`,
  `SEQUENCE:${sequenceOf(event)}`,
  `STATUS:${event.is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `SUMMARY:${escaped(event.title)}`,
  `DESCRIPTION:${escaped(event.description)}`,
  `LOCATION:${escaped(event.location)}`,
  `CATEGORIES:${escaped(event.category)}`,
  ...addressOf(event, siteUrl).map((address) => `URL:${address}`),
  'END:VEVENT',
]

function addressOf({ id, registration_link }: Event, siteUrl: string) {
  if (registration_link) return [new URL(registration_link).href]
  return siteUrl ? [`${siteUrl}/events/${id}`] : []
}

/**
 * The events as an iCalendar file (RFC 5545), in Kigali time. An event's UID never changes.
 * @param siteUrl the site's URL, or empty if none is configured
 * @param method CANCEL for an email, which takes cancelled events out of the recipient's calendar
 */
export function calendarOf(
  events: readonly Event[],
  siteUrl: string,
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${company.name}//Events//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escaped(`${company.name} Events`)}`,
    `X-WR-TIMEZONE:${company.timeZone}`,
    // How often subscribers may refetch it.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...timeZone,
    ...events.flatMap((event) => entry(event, siteUrl)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** The response with a calendar. @param fileName the download's name; undefined for a feed to subscribe to */
export const calendarResponse = (events: readonly Event[], siteUrl: string, fileName?: string) =>
  new Response(calendarOf(events, siteUrl), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      ...(fileName ? { 'content-disposition': `attachment; filename="${fileName}"` } : {}),
    },
  })
