import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { OverviewList } from '#client/resources/list/overview-list.tsx'
import { applicationStatusLooks } from '#features/applications/dashboard/application-status.ts'
import { formatDateTime } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The latest applications. */
export function LatestApplications() {
  const { data, error, refetch } = useRead('applications.list', { page_size: 8 })
  return (
    <OverviewList
      title="Latest applications"
      link={{ to: '/dashboard/applications', label: 'All applications' }}
      rows={data?.results}
      error={error}
      refetch={refetch}
      lines={8}
      empty="Nobody has applied yet."
    >
      {(application) => (
        <li key={application.id}>
          <Link
            to={`/dashboard/applications/${application.id}`}
            className="-mx-2 flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm px-2 py-2 hover:bg-primary-soft"
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere font-semibold">{fullName(application)}</span>
              <span className="block text-muted text-xs">
                {application.cohort_name}, {formatDateTime(application.created_at)}
              </span>
            </span>
            <StatusBadge looks={applicationStatusLooks} status={application.status} />
          </Link>
        </li>
      )}
    </OverviewList>
  )
}
