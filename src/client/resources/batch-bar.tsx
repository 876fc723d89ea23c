import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { RowId, Selection } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import { parseApiError } from '../api/errors.ts'

type BatchBarProps<Id extends RowId> = {
  /** The plural name of the rows, such as 'applications'. */
  noun: string
  selection: Selection<Id>
  /** The number of matching rows on all pages. */
  totalItems: number
  /** Loads the ids of all matching rows; without it, only visible rows can be selected. */
  loadAllIds?: () => Promise<readonly Id[]>
  /** The buttons for the selected rows. */
  children: ReactNode
}

/** The actions for the selected rows, at the lower edge of the screen while any row is selected. */
export function BatchBar<Id extends RowId>(props: BatchBarProps<Id>) {
  const { noun, selection, totalItems, loadAllIds, children } = props
  const [isBusy, setIsBusy] = useState(false)
  const count = selection.ids.size

  async function selectAll(load: () => Promise<readonly Id[]>) {
    setIsBusy(true)
    try {
      selection.replace(await load())
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    } finally {
      setIsBusy(false)
    }
  }

  if (count === 0) return null
  return (
    <section
      aria-label={`Selected ${noun}`}
      className="scheme-dark sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-ink px-4 py-2.5 shadow-high ring-1 ring-line"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {count.toLocaleString('en')} selected
      </p>
      {loadAllIds && count < totalItems && (
        <Button variant="quiet" size="sm" isBusy={isBusy} onClick={() => selectAll(loadAllIds)}>
          Select all {totalItems.toLocaleString('en')} that match
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={selection.clear}>
        Clear selection
      </Button>
      {children}
    </section>
  )
}
