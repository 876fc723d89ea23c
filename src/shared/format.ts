import { localDay, localTime } from './company.ts'
import { hourMs } from './durations.ts'

/** Written here, because browsers abbreviate September in two ways. */
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A time that another server of the API doesn't tell. */
const unknown = 'unknown'

/** Formats a day (YYYY-MM-DD): 20 Nov 2026. */
export function formatDate(isoDay: string) {
  const [year, month, day] = isoDay.split('-')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** Formats a day (YYYY-MM-DD) with its weekday: Friday 20 Nov 2026. */
export const formatWeekday = (isoDay: string) =>
  `${weekdays[new Date(`${isoDay}T00:00:00Z`).getUTCDay()]} ${formatDate(isoDay)}`

/** Formats the hour and minute of a time (ISO 8601) in the company's time zone: 14:05. */
export const formatHour = (iso: string) => localTime(new Date(iso)).slice(11)

/** Formats a time (ISO 8601) in the company's time zone: 20 Nov 2026, 14:05. */
export const formatDateTime = (iso: string) =>
  iso === '' ? unknown : `${formatLocalDate(iso)}, ${formatHour(iso)}`

/** Formats the day of a time (ISO 8601) in the company's time zone: 20 Nov 2026. */
export const formatLocalDate = (iso: string) =>
  iso === '' ? unknown : formatDate(localDay(new Date(iso)))

/** Formats a number with its thousands apart: 12,345. */
export const formatCount = (count: number) => count.toLocaleString('en')

/** A number with its noun, which is singular: '1 week', '13 weeks', '2,000 enquiries'. */
export const pluralize = (count: number, noun: string) =>
  `${formatCount(count)} ${nounFor(count, noun)}`

/** A noun, which is singular, as it stands after a number. */
export function nounFor(count: number, noun: string) {
  if (count === 1) return noun
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** A text with a capital at its beginning, unless that is an email address, which stays as it is. */
export const capitalize = (text: string) =>
  /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)

const kilobyte = 1024

/** Formats a file size in the units of the limits: '820 kB', '1.4 MB'. */
export function formatFileSize(bytes: number) {
  if (bytes < kilobyte) return `${bytes} bytes`
  if (bytes < kilobyte ** 2) return `${Math.round(bytes / kilobyte)} kB`
  return `${(bytes / kilobyte ** 2).toFixed(1)} MB`
}

/**
 * Formats how long ago a time was, to the hour; after a week, its date.
 * @param iso ISO 8601
 */
export function formatRelativeTime(iso: string, now: Date): string {
  const hours = Math.floor((now.getTime() - new Date(iso).getTime()) / hourMs)
  if (hours < 1) return 'Just now'
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  if (hours < 48) return '1 day ago'
  if (hours < 168) return `${Math.floor(hours / 24)} days ago`
  return formatLocalDate(iso)
}

/**
 * The link that writes to an email address. Anybody can type one with a `?`, which would begin subject, copies and
 * text.
 */
export const mailtoOf = (email: string) =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
