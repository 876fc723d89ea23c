import { useState } from 'react'
import { minuteMs } from '#shared/durations.ts'
import { Badge } from '#ui/badge.tsx'
import { Clock } from '#ui/icons.ts'
import { useNow } from '#ui/use-now.ts'

/** Formats a duration in its largest unit: '40 min', '5 h', '3 days'. */
function formatDuration(ms: number) {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** The time that is left for the promised reply: '5 h left', or 'overdue by 3 h'. */
export function formatClock(due: string, now: Date) {
  const leftMs = Date.parse(due) - now.getTime()
  return leftMs > 0
    ? `${formatDuration(leftMs)} left`
    : `overdue by ${formatDuration(Math.abs(leftMs))}`
}

const soonMs = 4 * 60 * minuteMs

/** The promise to reply within a day, as a clock. Renders nothing once no reply is due. */
export function ReplyClock({ due }: { due: string | null }) {
  const [renderedAt] = useState(() => new Date().toISOString())
  const now = useNow(renderedAt)
  if (due === null) return null
  const leftMs = Date.parse(due) - now.getTime()
  const tone = leftMs <= 0 ? 'error' : leftMs < soonMs ? 'warning' : 'neutral'
  return (
    <Badge tone={tone} className="max-w-full tabular-nums not-in-[a]:sm:whitespace-nowrap">
      {/* On a narrow card, the text needs the room. */}
      <Clock aria-hidden="true" className="size-3.5 shrink-0 max-lg:in-[a]:hidden" />
      {formatClock(due, now)}
    </Badge>
  )
}
