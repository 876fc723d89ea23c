import { useEffect, useState } from 'react'
import { company, localTime } from '#shared/company.ts'
import { formatWeekday } from '#shared/format.ts'
import { type SlotTime, slotDay, slotHours } from '../slot-time.ts'

/** The day and the time of an interview, in Kigali and on the visitor's device. */
export const BookingTime = ({ time }: { time: SlotTime }) => (
  <>
    <span className="block">{formatWeekday(slotDay(time))}</span>
    <span className="block">{slotHours(time)}, Kigali time</span>
    <OwnTime
      at={time.starts_at}
      className="mt-1 block min-h-[1lh] font-normal text-base text-muted"
    />
  </>
)

/**
 * What the visitor's clock shows then, where it differs. The server doesn't know it: it comes with the scripts, so that
 * its place must have room for it.
 */
export function OwnTime({ at, className }: { at: string; className?: string }) {
  const [text, setText] = useState('')
  useEffect(() => setText(ownTime(new Date(at))), [at])
  return <span className={className}>{text && `${text} on your clock`}</span>
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
