import { useState } from 'react'
import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { localDay } from '#shared/company.ts'
import { fullName } from '#shared/full-name.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { slotHours } from './interview-state.ts'

/** The interviews of today that somebody has booked. */
export function TodayInterviews() {
  const [day] = useState(() => localDay(new Date()))
  const { data, error, refetch } = useRead('interviews.slots', {
    ...{ from: day, to: day, page_size: 100 },
  })
  const booked = data?.results.filter((slot) => slot.booked.length > 0)
  return (
    <OverviewPanel
      title="Interviews today"
      link={{ to: '/dashboard/interviews', label: 'All interviews' }}
    >
      {booked ? (
        <ul className="flex flex-col divide-y divide-line">
          {booked.map((slot) => (
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
          ))}
          {booked.length === 0 && <li className="py-3 text-muted">Nobody is interviewed today.</li>}
        </ul>
      ) : error ? (
        <ErrorState text={parseApiError(error).detail} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </OverviewPanel>
  )
}
