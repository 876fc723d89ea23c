import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { formatCount } from '#shared/format.ts'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { type ApplicationStatus, applicationStatusLabels } from '../validation.ts'

const fills: Record<ApplicationStatus, string> = {
  PENDING: 'fill-warning',
  REVIEWING: 'fill-info',
  SHORTLISTED: 'fill-accent',
  ACCEPTED: 'fill-success',
  REJECTED: 'fill-error',
  WITHDRAWN: 'fill-control',
}

/** The number of applications by status, as bars that link to the filtered list. */
export function ApplicationStatusStats() {
  const { data, error, refetch } = useRead('overview.applications', undefined)
  const largest = Math.max(1, ...(data?.statuses ?? []).map(({ total }) => total))
  return (
    <OverviewPanel
      title="Applications by status"
      link={{ to: '/dashboard/applications', label: 'All applications' }}
    >
      {/* While the version before still answers, it has none. */}
      {data?.statuses ? (
        <ul className="flex flex-col gap-1">
          {data.statuses.map(({ status, total }) => (
            <li key={status}>
              <Link
                to={`/dashboard/applications?status=${status}`}
                className="-mx-2 flex min-h-10 flex-wrap items-center gap-x-3 rounded-sm px-2 hover:bg-primary-soft"
              >
                <span className="w-[6.5rem] text-sm">{applicationStatusLabels[status]}</span>
                <span className="flex min-w-[min(8rem,100%)] flex-1 items-center gap-3">
                  <svg
                    aria-hidden="true"
                    className="h-4 min-w-0 flex-1 overflow-hidden rounded-sm bg-sand"
                  >
                    <rect
                      width={`${(total / largest) * 100}%`}
                      height="100%"
                      className={fills[status]}
                    />
                  </svg>
                  <span className="w-[3rem] text-right font-semibold tabular-nums">
                    {formatCount(total)}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded error={error} refetch={refetch} block="h-65 w-full rounded" />
      )}
    </OverviewPanel>
  )
}
