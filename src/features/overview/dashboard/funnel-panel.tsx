import { Link } from 'react-router'
import { useRead } from '#client/api/queries.ts'
import { NotLoaded } from '#client/resources/page/not-loaded.tsx'
import { formatCount } from '#shared/format.ts'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { type FunnelStage, stageStatuses } from '../validation.ts'

const stageLabels: Record<FunnelStage, string> = {
  applied: 'Applied',
  opened: 'Looked at',
  shortlisted: 'Shortlisted',
  accepted: 'Accepted',
}

/** How far the applications of the last 30 days have come, and those of the 30 days before. */
export function FunnelPanel() {
  const { data, error, refetch } = useRead('overview.applications', undefined)
  const first = data?.stages[0]
  const shareOf = (count: number, all = 0) => (all === 0 ? 0 : Math.round((count / all) * 100))
  const period = data && `created_from=${data.days[0]?.day}&created_to=${data.days.at(-1)?.day}`
  return (
    <OverviewPanel title="From applied to accepted">
      {data ? (
        <>
          <p className="mb-3 text-muted text-sm">
            Of those who applied in the last 30 days. The line is the share of the 30 days before.
          </p>
          <ol className="flex flex-col gap-1">
            {data.stages.map(({ stage, total, total_before }) => {
              const share = shareOf(total, first?.total)
              const before = shareOf(total_before, first?.total_before)
              const statuses = stage === 'applied' ? '' : `status=${stageStatuses[stage]}&`
              return (
                <li key={stage}>
                  <Link
                    to={`/dashboard/applications?${statuses}${period}`}
                    className="-mx-2 flex min-h-10 flex-wrap items-center gap-x-3 rounded-sm px-2 hover:bg-primary-soft"
                  >
                    <span className="w-[6.5rem] text-sm">{stageLabels[stage]}</span>
                    <span className="flex min-w-[min(8rem,100%)] flex-1 items-center gap-3">
                      <svg
                        aria-hidden="true"
                        className="h-5 min-w-0 flex-1 overflow-hidden rounded-sm bg-sand"
                      >
                        <rect width={`${share}%`} height="100%" className="fill-primary" />
                        {before > 0 && (
                          <rect
                            x={`${Math.min(before, 99)}%`}
                            width="3"
                            height="100%"
                            className="fill-accent"
                          />
                        )}
                      </svg>
                      <span className="w-[6.5rem] text-right text-sm tabular-nums">
                        <span className="font-semibold">{formatCount(total)}</span>
                        <span className="text-muted"> · {share}%</span>
                        <span className="sr-only">, {before}% in the 30 days before</span>
                      </span>
                    </span>
                  </Link>
                </li>
              )
            })}
          </ol>
        </>
      ) : (
        <NotLoaded error={error} refetch={refetch} lines={6} />
      )}
    </OverviewPanel>
  )
}
