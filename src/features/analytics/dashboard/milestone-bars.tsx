import { formatCount } from '#shared/format.ts'
import { classNames } from '#ui/class-names.ts'
import { OverviewPanel } from '#ui/overview-panel.tsx'
import { ShareBar } from './share-bar.tsx'

type MilestoneBarsProps = {
  title: string
  rows: readonly { label: string; count: number }[]
  /** The total page views, of which the counts are a part. */
  total: number
  /** The width of the labels. */
  labelClassName?: string
}

/** The number of page views that reached each milestone. */
export function MilestoneBars({
  title,
  rows,
  total,
  labelClassName = 'w-[4.5rem]',
}: MilestoneBarsProps) {
  return (
    <OverviewPanel title={title}>
      <ul className="flex flex-col">
        {rows.map(({ label, count }) => {
          const share = total > 0 ? Math.min(1, count / total) : 0
          return (
            <li key={label} className="flex min-h-9 flex-wrap items-center gap-x-3">
              <span className={classNames('text-sm', labelClassName)}>{label}</span>
              <span className="flex min-w-[min(10rem,100%)] flex-1 items-center gap-3">
                <ShareBar share={share} />
                <span className="w-[3rem] shrink-0 text-right text-muted text-sm tabular-nums">
                  {Math.round(share * 100)} %
                </span>
                <span className="w-[3.5rem] shrink-0 text-right font-semibold tabular-nums">
                  {formatCount(count)}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </OverviewPanel>
  )
}
