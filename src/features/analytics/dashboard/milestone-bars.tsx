import { OverviewPanel } from '#ui/overview-panel.tsx'
import { ShareBar } from './share-bar.tsx'

type MilestoneBarsProps = {
  title: string
  rows: readonly { label: string; count: number }[]
  /** The page views that the counts are a part of. */
  total: number
}

/** How many page views came as far as each milestone. */
export function MilestoneBars({ title, rows, total }: MilestoneBarsProps) {
  return (
    <OverviewPanel title={title}>
      <ul className="flex flex-col">
        {rows.map(({ label, count }) => {
          const share = total > 0 ? Math.min(1, count / total) : 0
          return (
            <li
              key={label}
              className="grid min-h-9 grid-cols-[4.5rem_minmax(0,1fr)_3rem_3.5rem] items-center gap-3"
            >
              <span className="text-sm">{label}</span>
              <ShareBar share={share} />
              <span className="text-right text-muted text-sm tabular-nums">
                {Math.round(share * 100)} %
              </span>
              <span className="text-right font-semibold tabular-nums">
                {count.toLocaleString('en')}
              </span>
            </li>
          )
        })}
      </ul>
    </OverviewPanel>
  )
}
