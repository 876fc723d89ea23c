import { Link } from 'react-router'
import { formatHour, formatWeekday } from '#shared/format.ts'
import { groupBy } from '#shared/older-browsers.ts'
import { buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Invitation } from '../booking-contract.ts'
import { slotDay } from '../slot-time.ts'
import { OwnTime, timeZoneText } from './booking-time.tsx'

type SlotChoiceProps = {
  slots: Invitation['slots']
  /** The URL that asks for a confirmation. */
  hrefOf: (slot: number) => string
}

/** The free times by day. Each leads to a confirmation, so that a slip of the thumb books nothing. */
export function SlotChoice({ slots, hrefOf }: SlotChoiceProps) {
  const days = groupBy(slots, slotDay)
  return (
    <>
      <p className="mt-2 mb-6 text-muted">{timeZoneText}</p>
      <div className="grid gap-7">
        {[...days].map(([day, times]) => (
          <section key={day} aria-labelledby={`day-${day}`}>
            <h3 id={`day-${day}`} className="mb-3 text-lg">
              {formatWeekday(day)}
            </h3>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-3">
              {times.map(({ id, starts_at }) => (
                <li key={id}>
                  <Link
                    to={hrefOf(id)}
                    className={classNames(buttonClass({ variant: 'secondary' }), 'min-h-20 w-full')}
                    rel="nofollow"
                  >
                    <span>
                      <span className="tabular-nums">{formatHour(starts_at)}</span>
                      <OwnTime
                        at={starts_at}
                        className="mt-0.5 block font-normal text-muted text-xs"
                      />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
