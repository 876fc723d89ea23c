import { type ReactNode, useRef } from 'react'
import { formatCount } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import type { RowId, RowSelection } from '#ui/data-table/selection.ts'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'

type BatchBarProps<Row extends { id: RowId }> = {
  /** The plural name of the rows, such as 'applications'. */
  plural: string
  selection: RowSelection<Row>
  /** The buttons for the selected rows. */
  children: ReactNode
}

/** The actions for the selected rows, at the lower edge of the screen while any row is selected. */
export function BatchBar<Row extends { id: RowId }>(props: BatchBarProps<Row>) {
  const { plural, selection, children } = props
  const { count, selectAll } = selection
  const actions = useRef<HTMLDivElement>(null)
  const focusActions = () => actions.current?.querySelector<HTMLElement>('button, a')?.focus()
  useShortcuts(
    count > 0 ? [{ key: 'b', does: 'Go to the buttons for the selected', run: focusActions }] : [],
  )
  if (count === 0) return null
  return (
    <section
      aria-label={`Selected ${plural}`}
      className="scheme-dark sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-x-1.5 gap-y-2 rounded bg-ink py-2.5 pr-2.5 pl-4 shadow-high ring-1 ring-line"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {formatCount(count)} selected
      </p>
      {selectAll && (
        <Button variant="quiet" size="sm" onClick={selectAll.run}>
          Select all {formatCount(selectAll.total)} that match
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={selection.clear}>
        Clear selection
      </Button>
      <div ref={actions} className="contents">
        {children}
      </div>
    </section>
  )
}
