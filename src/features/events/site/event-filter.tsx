import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'

/** What the list can be narrowed to, in its order. */
const eventFilters = [
  { type: 'all', label: 'All' },
  { type: 'webinar', label: 'Webinar' },
  { type: 'workshop', label: 'Workshop' },
  { type: 'conference', label: 'Conference' },
] as const

export type EventFilterType = (typeof eventFilters)[number]['type']

/** The filter that an address names, or all. */
export const filterNamed = (name: string | null): EventFilterType =>
  eventFilters.find(({ type }) => type === name)?.type ?? 'all'

/** Chooses the type of event. The choice stands in the address. */
export function EventFilter({ chosen }: { chosen: EventFilterType }) {
  return (
    <nav aria-label="Type of event">
      <ul className="flex flex-wrap gap-2">
        {eventFilters.map(({ type, label }) => (
          <li key={type}>
            <Link
              to={type === 'all' ? '/events' : `/events?type=${type}`}
              replace
              preventScrollReset
              aria-current={type === chosen ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center rounded-full px-5 font-semibold transition-colors',
                type === chosen
                  ? 'bg-primary text-on-primary'
                  : 'bg-sand text-text hover:bg-primary-soft',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
