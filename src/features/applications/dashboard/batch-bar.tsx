import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { readOptions } from '#client/api/queries.ts'
import { Button } from '#ui/button.tsx'
import type { Selection } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import type { ApplicationFilters } from '../contract.ts'

type BatchBarProps = {
  selection: Selection
  filters: ApplicationFilters
  /** How many match in all, on every page. */
  totalItems: number
  onChangeStatus: () => void
}

/** What one can do with all that are selected. Stands at the screen's lower edge as long as something is. */
export function BatchBar({ selection, filters, totalItems, onChangeStatus }: BatchBarProps) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const count = selection.ids.size

  async function selectAll() {
    setIsBusy(true)
    try {
      const { ids } = await client.fetchQuery({
        ...readOptions('applications.ids', filters),
        staleTime: 0,
      })
      selection.replace(ids)
    } catch (error) {
      notify({ type: 'error', message: parseApiError(error).detail })
    } finally {
      setIsBusy(false)
    }
  }

  if (count === 0) return null
  return (
    <section
      aria-label="Selected applications"
      className="scheme-dark sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-ink px-4 py-2.5 shadow-high ring-1 ring-line"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {count.toLocaleString('en')} selected
      </p>
      {count < totalItems && (
        <Button variant="quiet" size="sm" isBusy={isBusy} onClick={selectAll}>
          Select all {totalItems.toLocaleString('en')} that match
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={selection.clear}>
        Clear selection
      </Button>
      <Button size="sm" onClick={onChangeStatus}>
        Change status
      </Button>
    </section>
  )
}
