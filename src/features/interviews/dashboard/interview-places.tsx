import { NavLink } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { formatCount } from '#shared/format.ts'
import { classNames } from '#ui/class-names.ts'

const places = [
  { label: 'Agenda', to: '/dashboard/interviews' },
  { label: 'Invited', to: '/dashboard/interviews/people' },
]

/** The two pages of interviews, and how far they are: each count leads to what it counts. @param cohorts undefined for all */
export function InterviewPlaces({ cohorts }: { cohorts: number[] | undefined }) {
  const { data } = useRead('interviews.summary', cohorts ? { cohort_id: cohorts } : {})
  const cohort = cohorts ? `&cohort_id=${cohorts.join(',')}` : ''
  const { uninvited = 0, waiting = 0, booked = 0, free = 0 } = data ?? {}
  const counts = [
    {
      count: uninvited,
      text: 'shortlisted, not invited',
      to: `/dashboard/applications?status=SHORTLISTED&is_waiting=false&is_invited=false${cohort}`,
    },
    {
      count: waiting,
      text: 'invited, no time chosen',
      to: `/dashboard/interviews/people?can_choose=true${cohort}`,
    },
    {
      count: booked,
      text: 'to come',
      to: `/dashboard/interviews/people?when=upcoming&ordering=time${cohort}`,
    },
    { count: free, text: 'free places', to: `/dashboard/interviews?is_free=true${cohort}` },
  ]
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
      <nav aria-label="Interviews" className="flex gap-1 rounded bg-raised p-1 shadow-low">
        {places.map(({ label, to }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={classNames(
              'inline-flex min-h-9 items-center rounded-sm px-4 font-semibold text-sm',
              'text-muted hover:bg-primary-soft hover:text-text',
              'aria-[current=page]:bg-primary aria-[current=page]:text-on-primary',
            )}
          >
            {label}
          </NavLink>
        ))}
      </nav>
      {/* They have their place before they are known: later they would push the list down. */}
      <ul
        aria-label="How far they are"
        className={classNames('flex flex-wrap gap-x-5 gap-y-1 text-sm', !data && 'invisible')}
      >
        {counts.map(({ count, text, to }) => (
          <li key={text}>
            <NavLink
              to={to}
              className="inline-flex min-h-8 items-center gap-1.5 underline-offset-4 hover:underline"
            >
              <strong className="tabular-nums">
                {formatCount(count)}
                {count === 1000 && '+'}
              </strong>
              <span className="text-muted">{text}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
