import { formatCount, formatDate } from '#shared/format.ts'

type TrendChartProps = {
  /** What is counted, within a sentence: 'new applications'. */
  counted: string
  days: readonly { day: string; count: number; before: number }[]
}

/** Numbers by day as bars, with those of the period before as a line behind them. */
export function TrendChart({ counted, days }: TrendChartProps) {
  const most = Math.max(1, ...days.flatMap(({ count, before }) => [count, before]))
  const heightOf = (count: number) => (count / most) * 100
  const line = days.map(({ before }, index) => `${index * 4 + 2},${100 - heightOf(before)}`)
  return (
    <div className="mt-auto text-muted text-xs tabular-nums">
      <svg
        role="img"
        aria-label={`By day: ${formatCount(most)} ${counted} at most`}
        viewBox={`0 0 ${days.length * 4} 100`}
        preserveAspectRatio="none"
        className="h-24 w-full border-line border-b"
      >
        {days.map(({ day, count, before }, index) => (
          <g key={day} className="fill-primary hover:fill-accent">
            <title>{`${formatDate(day)}: ${formatCount(count)}; 30 days before: ${formatCount(before)}`}</title>
            <rect x={index * 4} width="4" height="100" className="fill-transparent" />
            <rect
              x={index * 4 + 0.4}
              y={100 - heightOf(count)}
              width="3.2"
              height={heightOf(count)}
            />
          </g>
        ))}
        <polyline
          points={line.join(' ')}
          vectorEffect="non-scaling-stroke"
          className="pointer-events-none fill-none stroke-[1.5] stroke-accent [stroke-dasharray:3_3]"
        />
      </svg>
      <div className="mt-1.5 flex justify-between gap-2">
        <span>{formatDate(days[0]?.day ?? '')}</span>
        <span>{formatDate(days.at(-1)?.day ?? '')}</span>
      </div>
    </div>
  )
}
