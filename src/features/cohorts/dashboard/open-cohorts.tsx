import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { useReadAll } from '#client/api/queries.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { PlacesBar } from '#ui/places-bar.tsx'
import { closingTime } from '../deadline.ts'
import { formatDeadline } from './cohort-status.tsx'

/** The open cohorts, with their registrations. */
export function OpenCohorts() {
  const { cohorts, error, refetch } = useOpenCohorts()
  return (
    <OverviewPanel title="Open cohorts" link={{ to: '/dashboard/cohorts', label: 'All cohorts' }}>
      {cohorts ? (
        <ul className="flex flex-col divide-y divide-line">
          {cohorts.map((cohort) => (
            <li key={cohort.id}>
              <Link
                to={`/dashboard/applications?cohort_id=${cohort.id}`}
                className="-mx-2 grid min-h-14 grid-cols-[1fr_auto] items-center gap-4 rounded-sm px-2 py-2 hover:bg-primary-soft"
              >
                <span className="min-w-0">
                  <span className="block wrap-anywhere font-semibold">{cohort.name}</span>
                  <span className="block text-muted text-xs">Until {formatDeadline(cohort)}</span>
                </span>
                <PlacesBar
                  taken={cohort.total_registered}
                  limit={cohort.limit}
                  className="w-20 sm:w-28"
                />
              </Link>
            </li>
          ))}
          {cohorts.length === 0 && (
            <li className="py-3 text-muted">Nobody can apply now: no cohort is open.</li>
          )}
        </ul>
      ) : error ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </OverviewPanel>
  )
}

/** The cohorts that accept applications now, sorted by closing time. */
function useOpenCohorts() {
  const { data, ...rest } = useReadAll('cohorts.list', { status: 'open' })
  const now = new Date()
  return { ...rest, cohorts: data?.filter((cohort) => closingTime(cohort) > now) }
}
