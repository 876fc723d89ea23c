import { Link } from 'react-router'
import { useReadAll } from '#client/api/queries.ts'
import { OverviewList } from '#client/resources/list/overview-list.tsx'
import { isPastDeadline, staffDeadlineText } from '#features/cohorts/public/registration.ts'
import { PlacesBar } from '#ui/places-bar.tsx'

/** The cohorts that accept applications now, sorted by closing time, with their registrations. */
export function OpenCohorts() {
  const { data, error, refetch } = useReadAll('cohorts.list', { status: 'open' })
  const now = new Date()
  return (
    <OverviewList
      title="Open cohorts"
      link={{ to: '/dashboard/cohorts', label: 'All cohorts' }}
      rows={data?.filter((cohort) => !isPastDeadline(cohort, now))}
      error={error}
      refetch={refetch}
      lines={6}
      empty="Nobody can apply now: no cohort is open."
    >
      {(cohort) => (
        <li key={cohort.id}>
          <Link
            to={`/dashboard/applications?cohort_id=${cohort.id}`}
            className="-mx-2 grid min-h-14 grid-cols-[1fr_auto] items-center gap-4 rounded-sm px-2 py-2 hover:bg-primary-soft"
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere font-semibold">{cohort.name}</span>
              <span className="block text-muted text-xs">Until {staffDeadlineText(cohort)}</span>
            </span>
            <PlacesBar
              taken={cohort.total_registered}
              limit={cohort.limit}
              className="w-20 sm:w-28"
            />
          </Link>
        </li>
      )}
    </OverviewList>
  )
}
