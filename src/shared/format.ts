import { company } from './company.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: company.timeZone,
})
const dayOfMoment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeZone: company.timeZone,
})

/** Formats a day (YYYY-MM-DD): 20 Nov 2026. */
export const formatDate = (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`))

/** Formats a time (ISO 8601) in the company's time zone: 20 Nov 2026, 14:05. */
export const formatDateTime = (iso: string) => moment.format(new Date(iso))

/** Formats the day of a time (ISO 8601) in the company's time zone: 20 Nov 2026. */
export const formatLocalDate = (iso: string) => dayOfMoment.format(new Date(iso))

/** A number with its noun: '1 week', '13 weeks'. */
export const pluralize = (count: number, noun: string) =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** Formats a file size: '820 kB', '1.4 MB'. */
export function formatFileSize(bytes: number) {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

const hourMs = 60 * 60 * 1000

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
