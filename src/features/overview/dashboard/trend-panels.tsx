import { Link } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { formatCount } from '#shared/format.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { TrendChart } from '#ui/trend-chart.tsx'
import type { Trend } from '../contract.ts'
import { trendDays } from '../validation.ts'

/** The applications that came in. */
export function ApplicationTrend() {
  const { data, ...state } = useRead('overview.applications', undefined)
  return (
    <TrendPanel
      title="Applications"
      counted="new applications"
      trend={data}
      {...state}
      to={`/dashboard/applications?${periodOf(data)}`}
    />
  )
}

/** Those who subscribed to the newsletter. */
export function SubscriberTrend() {
  const { data, ...state } = useRead('overview.subscribers', undefined)
  return (
    <TrendPanel
      title="Subscribers"
      counted="new subscribers"
      trend={data}
      {...state}
      to={`/dashboard/newsletter?status=ACTIVE&${periodOf(data)}`}
    />
  )
}

/** The comments and replies that were posted. */
export function CommentTrend() {
  const { data, ...state } = useRead('overview.comments', undefined)
  return (
    <TrendPanel
      title="Comments"
      counted="comments and replies"
      trend={data}
      {...state}
      to={`/dashboard/comments?status=ALL&${periodOf(data)}`}
    />
  )
}

const periodOf = (trend: Trend | undefined) =>
  trend ? `created_from=${trend.days[0]?.day}&created_to=${trend.days.at(-1)?.day}` : ''

/** The page views, of the report that the page of the analytics shows. */
export function VisitTrend() {
  const now = Date.now()
  const from = localDay(new Date(now - (2 * trendDays - 1) * dayMs))
  const { data, ...state } = useRead('analytics.report', { from, to: localDay(new Date(now)) })
  return (
    <TrendPanel
      title="Page views"
      counted="page views"
      {...state}
      trend={data && trendOf(data.days.map(({ day, page_views }) => ({ day, count: page_views })))}
      to="/dashboard/analytics"
    />
  )
}

/** @param all the days of both periods */
function trendOf(all: readonly { day: string; count: number }[]): Trend {
  const [earlier, latest] = [all.slice(0, trendDays), all.slice(trendDays)]
  const sum = (days: typeof all) => days.reduce((total, { count }) => total + count, 0)
  return {
    days: latest.map((day, index) => ({ ...day, before: earlier[index]?.count ?? 0 })),
    total: sum(latest),
    total_before: sum(earlier),
  }
}

type TrendPanelProps = {
  title: string
  counted: string
  trend: Trend | undefined
  error: Error | null
  refetch: () => unknown
  /** The list behind the number. */
  to: string
}

/** A number of the last 30 days beside that of the 30 before, and both by day. */
function TrendPanel(props: TrendPanelProps) {
  const { title, counted, trend, error, refetch, to } = props
  return (
    <OverviewPanel title={title}>
      {trend ? (
        <>
          <p className="mb-3 flex flex-col items-start">
            <Link
              to={to}
              aria-label={`${formatCount(trend.total)} ${counted} in the last 30 days`}
              className="font-extrabold text-3xl tabular-nums underline-offset-4 hover:text-primary hover:underline"
            >
              {formatCount(trend.total)}
            </Link>
            <span className="text-muted text-sm">
              {changeOf(trend)} in the 30 days before ({formatCount(trend.total_before)})
            </span>
          </p>
          <TrendChart counted={counted} days={trend.days} />
        </>
      ) : error ? (
        <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
      ) : (
        <>
          <Skeleton className="mb-3 h-9 w-24" />
          <Skeleton className="h-24 w-full" />
        </>
      )}
    </OverviewPanel>
  )
}

/** '12% more than', for numbers large enough; otherwise '3 more than'. */
function changeOf({ total, total_before }: Pick<Trend, 'total' | 'total_before'>) {
  const difference = total - total_before
  if (difference === 0) return 'As many as'
  const word = difference > 0 ? 'more than' : 'fewer than'
  const size = Math.abs(difference)
  return total_before < 20
    ? `${formatCount(size)} ${word}`
    : `${formatCount(Math.round((size / total_before) * 100))}% ${word}`
}
