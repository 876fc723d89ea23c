import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { formatDateTime } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { applicationStatusLooks } from './application-status.ts'

/** The latest applications. */
export function LatestApplications() {
  const { data, error, refetch } = useRead('applications.list', { page_size: 8 })
  return (
    <OverviewPanel
      title="Latest applications"
      link={{ to: '/dashboard/applications', label: 'All applications' }}
    >
      {data ? (
        <ul className="flex flex-col divide-y divide-line">
          {data.results.map((application) => (
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
          ))}
          {data.results.length === 0 && (
            <li className="py-3 text-muted">Nobody has applied yet.</li>
          )}
        </ul>
      ) : error ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : (
        <SkeletonText lines={8} />
      )}
    </OverviewPanel>
  )
}
