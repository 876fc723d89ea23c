import { formatLocalDate } from '#shared/format.ts'

const hourMs = 60 * 60 * 1000

/**
 * How long ago a comment was written, as section 4 of the specification words it.
 * @param iso when it was written (ISO 8601)
 */
export function relativeTime(iso: string, now: Date): string {
  const hours = Math.floor((now.getTime() - new Date(iso).getTime()) / hourMs)
  if (hours < 1) return 'Just now'
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  if (hours < 48) return '1 day ago'
  if (hours < 168) return `${Math.floor(hours / 24)} days ago`
  return formatLocalDate(iso)
}
