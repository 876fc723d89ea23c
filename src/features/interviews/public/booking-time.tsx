import { useEffect, useState } from 'react'
import { company, localDay, localTime } from '#shared/company.ts'
import { formatHour, formatWeekday } from '#shared/format.ts'

type Time = { starts_at: string; ends_at: string }

export const dayOf = ({ starts_at }: Time) => localDay(new Date(starts_at))

/** The day and the time of an interview, in Kigali and on the visitor's device. */
export const BookingTime = ({ time }: { time: Time }) => (
  <>
    <span className="block">{formatWeekday(dayOf(time))}</span>
    <span className="block">
      {formatHour(time.starts_at)} to {formatHour(time.ends_at)}, Kigali time
    </span>
    <OwnTime at={time.starts_at} className="mt-1 block font-normal text-base text-muted" />
  </>
)

/** What the visitor's clock shows then, where it differs. The server doesn't know it. */
export function OwnTime({ at, className }: { at: string; className?: string }) {
  const [text, setText] = useState('')
  useEffect(() => setText(ownTime(new Date(at))), [at])
  return text && <span className={className}>{text} on your clock</span>
}

function ownTime(moment: Date) {
  const kigali = localTime(moment)
  const own = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16)
  if (own === kigali) return ''
  const clock = own.slice(11)
  return own.slice(0, 10) === kigali.slice(0, 10) ? clock : `${clock}, ${weekdayOf(own)},`
}

const weekdayOf = (time: string) => formatWeekday(time.slice(0, 10)).split(' ')[0]

/** Tells in which time zone the times are. */
export const timeZoneText = `All times are Kigali time (UTC${company.utcOffset}).`
