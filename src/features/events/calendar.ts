import { company } from '#shared/company.ts'
import type { Event } from './contract.ts'

const domain = company.email.split('@')[1] ?? company.name

/** A moment as calendars write it in UTC: 20261120T071500Z. */
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

/** A moment as the clock on the company's wall shows it: 20261120T091500. */
function wallTime(iso: string) {
  const part = Object.fromEntries(
    wall.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  )
  return `${part.year}${part.month}${part.day}T${part.hour}${part.minute}${part.second}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar may hold none of them, tabs apart.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const escaped = (text: string) =>
  text
    .replace(unwritable, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')

const bytesMax = 75

/** A line longer than 75 bytes goes on in the next one, after a space; no letter is cut in two. */
function folded(line: string) {
  const lines = ['']
  let bytes = 0
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (bytes + size > bytesMax) {
      lines.push(' ')
      bytes = 1
    }
    lines[lines.length - 1] += letter
    bytes += size
  }
  return lines.join('\r\n')
}

/** Kigali keeps one offset all year, so one rule says all of its time zone. */
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

const entry = (event: Event, siteUrl: string) => [
  'BEGIN:VEVENT',
  `UID:event-${event.id}@${domain}`,
  // Of two that a calendar is given, the one with the later stamp is how it stands.
  `DTSTAMP:${stamp(event.updated_at)}`,
  `LAST-MODIFIED:${stamp(event.updated_at)}`,
  // What is published, and not an invitation, names who organizes it.
  `ORGANIZER;CN="${company.name.replaceAll('"', '')}":mailto:${company.email}`,
  `DTSTART;TZID=${company.timeZone}:${wallTime(event.starts_at)}`,
  `DTEND;TZID=${company.timeZone}:${wallTime(event.ends_at)}`,
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
 * The events as an iCalendar file (RFC 5545), in the company's time. An event keeps its UID for good.
 * @param siteUrl the site's own address, or empty where none is configured
 */
export function calendarOf(events: readonly Event[], siteUrl: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${company.name}//Events//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(`${company.name} Events`)}`,
    `X-WR-TIMEZONE:${company.timeZone}`,
    // How often those who subscribe may ask for it again.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...timeZone,
    ...events.flatMap((event) => entry(event, siteUrl)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** The answer that brings a calendar. @param fileName saved under it; left out for a feed that one subscribes to */
export const calendarResponse = (events: readonly Event[], siteUrl: string, fileName?: string) =>
  new Response(calendarOf(events, siteUrl), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      ...(fileName ? { 'content-disposition': `attachment; filename="${fileName}"` } : {}),
    },
  })
