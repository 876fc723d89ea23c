import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { OverviewList } from '#client/resources/list/overview-list.tsx'
import { localDay } from '#shared/company.ts'
import { fullName } from '#shared/full-name.ts'
import { useNow } from '#ui/use-now.ts'
import { slotHours } from '../slot-time.ts'

/** The interviews of today that somebody has booked. */
export function TodayInterviews() {
  const day = localDay(useNow(new Date().toISOString()))
  const { data, error, refetch } = useRead('interviews.slots', {
    from: day,
    to: day,
    page_size: 100,
  })
  return (
    <OverviewList
      title="Interviews today"
      link={{ to: '/dashboard/interviews', label: 'All interviews' }}
      rows={data?.results.filter((slot) => slot.booked.length > 0)}
      error={error}
      refetch={refetch}
      lines={3}
      empty="Nobody is interviewed today."
    >
      {(slot) => (
        <li key={slot.id} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
          <p className="w-32 shrink-0 font-semibold tabular-nums">{slotHours(slot)}</p>
          <div className="min-w-0 grow">
            {slot.booked.map((one) => (
              <Link
                key={one.id}
                to={`/dashboard/applications/${one.id}`}
                className="wrap-anywhere mr-3 inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
              >
                {fullName(one)}
              </Link>
            ))}
            <p className="wrap-anywhere text-muted text-sm">
              {[slot.place, slot.panel_names.join(', ')].filter(Boolean).join(' · ')}
            </p>
          </div>
        </li>
      )}
    </OverviewList>
  )
}
