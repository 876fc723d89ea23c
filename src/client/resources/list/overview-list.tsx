import type { ReactNode } from 'react'
import { OverviewPanel, type OverviewPanelProps } from '#ui/overview-panel.tsx'
import { NotLoaded } from '../page/not-loaded.tsx'

type OverviewListProps<Row> = Omit<OverviewPanelProps, 'children'> & {
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  error: Error | null
  refetch: () => unknown
  /** How many lines of text stand there while they are loaded. */
  lines: number
  /** The text where there are none. */
  empty: ReactNode
  /** Stands below the rows. */
  more?: ReactNode
  /** A row as an item of the list. */
  children: (row: Row) => ReactNode
}

/** A section of an overview that lists some rows. */
export function OverviewList<Row>(props: OverviewListProps<Row>) {
  const { rows, error, refetch, lines, empty, more, children, ...panel } = props
  return (
    <OverviewPanel {...panel}>
      {rows ? (
        <ul className="flex flex-col divide-y divide-line">
          {rows.map(children)}
          {rows.length === 0 && <li className="py-3 text-muted">{empty}</li>}
          {more}
        </ul>
      ) : (
        <NotLoaded error={error} refetch={refetch} lines={lines} />
      )}
    </OverviewPanel>
  )
}
