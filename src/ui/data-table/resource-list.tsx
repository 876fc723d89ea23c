import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ClearFilters, FilterPanel, isFiltered } from './filter-panel.tsx'
import type { ListAddress } from './list-address.ts'
import { ListFooter } from './list-footer.tsx'
import { SearchBox } from './search-box.tsx'
import { useShortcuts } from './shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { SortSelect } from './sort-select.tsx'

type Page<Row> = { results: Row[]; total_items: number; total_pages: number }

type ResourceListProps<Row> = Omit<DataTableProps<Row>, 'rows' | 'note'> & {
  /** What the rows are, such as 'applications'. */
  noun: string
  /** What the server answered, or undefined while it has not. */
  page: Page<Row> | undefined
  /** Why the list could not be loaded. */
  problem?: string
  onRetry: () => void
  /** The parameters that `filters`, the fields, set. */
  filterNames: readonly string[]
  filters: ReactNode
  /** How the first row gets here, for a list that has none. */
  emptyText?: string
  /** What stands between the filters and the table. */
  above?: ReactNode
  /** What stands below the table, such as what to do with the selected rows. */
  below?: ReactNode
}

/** The list of a resource: search, filters, table, pages and keys, by the address. */
export function ResourceList<Row extends object>(props: ResourceListProps<Row>) {
  const { noun, page, problem, onRetry, filterNames, filters, emptyText, above, below, ...table } =
    props
  const { address, selection, isStale } = table
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useShortcuts({
    search,
    list,
    onSelect: selection && ((id, isRange) => selection.toggle(id, !selection.has(id), isRange)),
    onHelp: () => setIsHelpOpen(true),
  })

  // A page past the end, such as after its last row was deleted, gives way to the last one there is.
  const lastPage = page && !isStale ? Math.max(1, page.total_pages) : Number.POSITIVE_INFINITY
  useEffect(() => {
    if (address.page > lastPage) address.set({ page: lastPage }, { replace: true })
  })

  const note = problem ? (
    <ErrorState text={problem} onRetry={onRetry} />
  ) : page?.total_items === 0 ? (
    <NoRows noun={noun} text={emptyText} address={address} names={filterNames} />
  ) : undefined
  return (
    <div ref={list}>
      <FilterPanel
        address={address}
        names={filterNames}
        search={<SearchBox label={`Search ${noun}`} address={address} ref={search} />}
      >
        {filters}
        {table.defaultOrdering && (
          <SortSelect
            className="sm:hidden"
            columns={table.columns}
            address={address}
            defaultOrdering={table.defaultOrdering}
          />
        )}
      </FilterPanel>
      {above}
      <DataTable {...table} rows={page?.results} note={note} />
      {below}
      {page && page.total_items > 0 && !problem && (
        <div className="mt-4">
          <ListFooter
            address={address}
            totalItems={page.total_items}
            totalPages={page.total_pages}
          />
        </div>
      )}
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </div>
  )
}

type NoRowsProps = {
  noun: string
  text: string | undefined
  address: ListAddress
  names: readonly string[]
}

/** A list without rows: there are none yet, or none that match. */
function NoRows({ noun, text, address, names }: NoRowsProps) {
  if (!isFiltered(address, names)) {
    return <EmptyState seed={noun} title={`No ${noun} yet`} text={text} />
  }
  return (
    <EmptyState
      seed={noun}
      title={`No ${noun} match`}
      text="Try fewer filters or other words."
      action={<ClearFilters address={address} names={names} />}
    />
  )
}
