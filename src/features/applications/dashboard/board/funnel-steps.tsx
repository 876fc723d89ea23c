import { Link } from 'react-router'
import { formatCount, pluralize } from '#shared/format.ts'
import type { Funnel } from '../../funnel-contract.ts'
import { type ApplicationStatus, applicationStatusLabels } from '../../validation.ts'

type FunnelStep = Funnel['statuses'][number]

const fills: Partial<Record<ApplicationStatus, string>> = {
  PENDING: 'fill-primary',
  REVIEWING: 'fill-info',
  SHORTLISTED: 'fill-accent',
  ACCEPTED: 'fill-success',
}

export const statusListPath = (cohort: number, status: ApplicationStatus) =>
  `/dashboard/applications?cohort_id=${cohort}&status=${status}`

/** How many have come to each step, as a share of all who applied, and how long they stayed there. */
export function FunnelSteps({ funnel }: { funnel: Funnel }) {
  const { id, total, statuses } = funnel
  if (total === 0) return null
  const steps = statuses.filter(({ reached }) => reached !== null)
  return (
    <section aria-label="Funnel" className="mb-5 rounded bg-raised p-4 shadow-low">
      <ol className="grid grid-cols-2 gap-x-5 gap-y-3 md:grid-cols-4">
        {steps.map(({ status, count, reached, median_days }) => (
          <li key={status} className="flex min-w-0 flex-col gap-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="text-muted text-sm">
                {status === 'PENDING' ? 'Applied' : applicationStatusLabels[status]}
              </span>
              <strong className="text-lg tabular-nums">
                {reached !== null && formatCount(reached)}
              </strong>
            </p>
            <svg
              aria-hidden="true"
              className="block h-2 w-full overflow-hidden rounded-full bg-sand"
            >
              <rect
                width={`${((reached ?? 0) / total) * 100}%`}
                height="100%"
                className={fills[status]}
              />
            </svg>
            <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
              <span>{shareOf(reached ?? 0, total)}</span>
              {median_days !== null && <span>{medianText(median_days)}</span>}
              <Link
                to={statusListPath(id, status)}
                className="inline-flex min-h-6 items-center text-primary underline underline-offset-4"
              >
                {formatCount(count)} {status === 'PENDING' ? 'pending' : 'there'} now
              </Link>
            </p>
          </li>
        ))}
      </ol>
      <Out id={id} total={total} statuses={statuses.filter(({ reached }) => reached === null)} />
    </section>
  )
}

/** Those who have left the funnel. */
const Out = ({
  id,
  total,
  statuses,
}: {
  id: number
  total: number
  statuses: readonly FunnelStep[]
}) => (
  <p className="mt-2 flex flex-wrap gap-x-4 border-line border-t pt-2 text-sm">
    {statuses.map(({ status, count }) => (
      <Link
        key={status}
        to={statusListPath(id, status)}
        className="inline-flex min-h-6 items-center gap-1.5 text-muted underline-offset-4 hover:underline"
      >
        {applicationStatusLabels[status]}
        <strong className="text-text tabular-nums">{formatCount(count)}</strong>
        {shareOf(count, total)}
      </Link>
    ))}
  </p>
)

const shareOf = (count: number, total: number) => `${Math.round((count / total) * 100)}%`

const medianText = (days: number) =>
  days < 0.1 ? 'Median under a day' : `Median ${days === 1 ? pluralize(1, 'day') : `${days} days`}`
