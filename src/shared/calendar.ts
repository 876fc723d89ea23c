import { company, localTime } from './company.ts'

/** What stands in a calendar. */
export type CalendarEntry = {
  /** Its name, which never changes: 'event-12'. */
  key: string
  /** When it was last changed (ISO 8601). */
  changed_at: string
  /** A number that grows with each change: calendars replace what they have only by a greater one. */
  sequence: number
  starts_at: string
  ends_at: string
  isCancelled: boolean
  title: string
  description: string
  location: string
  category: string
  /** The URL of its page, or empty. */
  url: string
}

/** A time in UTC in iCalendar's format: 20261120T071500Z. */
const stamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')

/** A local time in Kigali in iCalendar's format: 20261120T091500. */
const wallTime = (iso: string) =>
  `${localTime(new Date(iso)).replace(/[-:]/g, '')}${new Date(iso).toISOString().slice(17, 19)}`

// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar forbids control characters except tabs
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const escaped = (text: string) =>
  text
    .replace(unwritable, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')

const bytesMax = 75

/** The bytes of a character in UTF-8. */
const bytesOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)

/** Folds a line at 75 bytes, with a space before each continuation; no character is split. */
function folded(line: string) {
  const lines: string[] = []
  let [start, bytes] = [0, 0]
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) ?? 0
    const size = bytesOf(code)
    if (bytes + size > bytesMax) {
      lines.push(line.slice(start, at))
      start = at
      bytes = 1
    }
    bytes += size
    at += code < 0x10000 ? 1 : 2
  }
  return [...lines, line.slice(start)].join('\r\n ')
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

const entryLines = (entry: CalendarEntry, organizer: string) => [
  'BEGIN:VEVENT',
  `UID:${entry.key}@${company.domain}`,
  // Calendars that get an event twice keep the version with the later stamp.
  `DTSTAMP:${stamp(entry.changed_at)}`,
  `LAST-MODIFIED:${stamp(entry.changed_at)}`,
  // A published event, unlike an invitation, needs an organizer.
  `ORGANIZER;CN="${company.name.replaceAll('"', '')}":mailto:${organizer}`,
  `DTSTART;TZID=${company.timeZone}:${wallTime(entry.starts_at)}`,
  `DTEND;TZID=${company.timeZone}:${wallTime(entry.ends_at)}`,
  `SEQUENCE:${entry.sequence}`,
  `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `SUMMARY:${escaped(entry.title)}`,
  `DESCRIPTION:${escaped(entry.description)}`,
  `LOCATION:${escaped(entry.location)}`,
  `CATEGORIES:${escaped(entry.category)}`,
  ...(entry.url ? [`URL:${entry.url}`] : []),
  'END:VEVENT',
]

/** Seconds, which a row's version gives for a sequence: any later version has a greater one. */
export const sequenceAt = (version: string) =>
  Math.floor((Date.parse(version) - Date.UTC(2020, 0)) / 1000)

/** CANCEL is for an email, which takes cancelled entries out of the recipient's calendar. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/**
 * An iCalendar file (RFC 5545), in Kigali time.
 * @param name what is in it: 'Events'
 * @param organizer the company's email
 */
export function calendarFile(
  { name, organizer }: { name: string; organizer: string },
  entries: readonly CalendarEntry[],
  method: CalendarMethod = 'PUBLISH',
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${company.name}//${name}//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escaped(`${company.name} ${name}`)}`,
    `X-WR-TIMEZONE:${company.timeZone}`,
    // How often subscribers may refetch it.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...timeZone,
    ...entries.flatMap((entry) => entryLines(entry, organizer)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
