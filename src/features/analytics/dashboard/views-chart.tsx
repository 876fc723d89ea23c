import { formatCount, formatDate, pluralize } from '#shared/format.ts'
import { Table, Td, Th, Tr } from '#ui/data-table/table.tsx'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import type { AnalyticsReport } from '../contract.ts'

type Days = readonly Pick<AnalyticsReport['days'][number], 'day' | 'page_views'>[]

/** Longer periods are shown by week, so that the bars stay wide enough. */
const daysMax = 92

/** Page views per day as bars, and optionally as a table. */
export function ViewsChart({ days }: { days: Days }) {
  const isByWeek = days.length > daysMax
  const bars = isByWeek ? weeksOf(days) : days
  const most = Math.max(1, ...bars.map(({ page_views }) => page_views))
  const unit = isByWeek ? 'week' : 'day'
  return (
    <OverviewPanel title={`Page views by ${unit}`}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-muted text-xs tabular-nums">
        <div className="flex h-40 flex-col justify-between text-right leading-none">
          <span>{formatCount(most)}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={`Page views by ${unit}: ${pluralize(most, 'view')} at most`}
          viewBox={`0 0 ${bars.length * 4} 100`}
          preserveAspectRatio="none"
          className="h-40 w-full border-line border-y"
        >
          {bars.map(({ day, page_views }, index) => (
            <g key={day} className="fill-primary hover:fill-accent">
              <title>{`${formatDate(day)}: ${pluralize(page_views, 'view')}`}</title>
              <rect x={index * 4} width="4" height="100" className="fill-transparent" />
              <rect
                x={index * 4 + 0.4}
                y={100 - (page_views / most) * 100}
                width="3.2"
                height={(page_views / most) * 100}
              />
            </g>
          ))}
        </svg>
        <div className="col-start-2 mt-1.5 flex justify-between">
          <span>{formatDate(bars[0]?.day ?? '')}</span>
          <span>{formatDate(days.at(-1)?.day ?? '')}</span>
        </div>
      </div>
      <details className="mt-3">
        <summary className="inline-flex min-h-6 items-center font-semibold text-primary text-sm">
          The same as a table
        </summary>
        <Table label={`Page views by ${unit}, in numbers`} isLow className="mt-3">
          <thead>
            <tr>
              <Th>{isByWeek ? 'Week from' : 'Day'}</Th>
              <Th className="text-right">Page views</Th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ day, page_views }) => (
              <Tr key={day}>
                <Td>{formatDate(day)}</Td>
                <Td className="text-right tabular-nums">{formatCount(page_views)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </details>
    </OverviewPanel>
  )
}

/** Sums per week, labelled by the first day. The first week may be shorter, so that the last one is complete. */
function weeksOf(days: Days): Days {
  const first = days.length % 7
  const starts = [...(first > 0 ? [0] : [])]
  for (let start = first; start < days.length; start += 7) starts.push(start)
  return starts.map((start, index) => {
    const week = days.slice(start, starts[index + 1])
    return {
      day: week[0]?.day ?? '',
      page_views: week.reduce((sum, { page_views }) => sum + page_views, 0),
    }
  })
}
