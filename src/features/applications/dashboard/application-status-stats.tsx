import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { readOptions } from '#client/api/queries.ts'
import { formatCount } from '#shared/format.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import {
  type ApplicationStatus,
  applicationStatuses,
  applicationStatusLabels,
} from '../validation.ts'

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
  const { counts, error, refetch } = useApplicationCounts()
  const largest = Math.max(1, ...counts.map(({ count }) => count ?? 0))
  return (
    <OverviewPanel
      title="Applications by status"
      link={{ to: '/dashboard/applications', label: 'All applications' }}
    >
      {error ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : (
        <ul className="flex flex-col gap-1">
          {counts.map(({ status, count }) => (
            <li key={status}>
              <Link
                to={`/dashboard/applications?status=${status}`}
                className="-mx-2 flex min-h-10 flex-wrap items-center gap-x-3 rounded-sm px-2 hover:bg-primary-soft"
              >
                <span className="w-[6.5rem] text-sm">{applicationStatusLabels[status]}</span>
                <span className="flex min-w-[min(8rem,100%)] flex-1 items-center gap-3">
                  {count === undefined ? (
                    <Skeleton className="h-4 w-full" />
                  ) : (
                    <svg
                      aria-hidden="true"
                      className="h-4 min-w-0 flex-1 overflow-hidden rounded-sm bg-sand"
                    >
                      <rect
                        width={`${(count / largest) * 100}%`}
                        height="100%"
                        className={fills[status]}
                      />
                    </svg>
                  )}
                  <span className="w-[3rem] text-right font-semibold tabular-nums">
                    {count !== undefined && formatCount(count)}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </OverviewPanel>
  )
}

/** The number of applications by status; undefined until it is loaded. */
function useApplicationCounts() {
  const results = useQueries({
    queries: applicationStatuses.map((status) =>
      readOptions('applications.list', { status, page_size: 1 }),
    ),
  })
  const failed = results.find((result) => result.error && !result.data)
  return {
    counts: applicationStatuses.map((status, index) => ({
      status,
      count: results[index]?.data?.total_items,
    })),
    error: failed?.error,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}
