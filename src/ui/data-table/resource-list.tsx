import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { QuietFailure } from '../feedback/quiet-failure.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { SkipLink, SkipTarget } from '../skip-link.tsx'
import type { DataColumn } from './columns.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ClearFilters, FilterPanel } from './filter-panel.tsx'
import { type Filters, foldedFilters, setFilters } from './filters.ts'
import { ListFooter } from './list-footer.tsx'
import type { ListUrl } from './list-url.ts'
import type { RowId } from './selection.ts'
import { useListKeys } from './use-list-keys.ts'

/** The row that had the focus last, by the keys of the browser's history. */
const lastRows = new Map<string, string>()

type Page<Row> = { results: Row[]; total_items: number; total_pages: number }

type ResourceListProps<Row extends { id: RowId }> = Omit<DataTableProps<Row>, 'rows' | 'note'> & {
  /** The plural name of the rows, such as 'applications'. */
  plural: string
  /** The page from the API, or undefined while it is loading. */
  page: Page<Row> | undefined
  /** The error message when the list could not be loaded. */
  problem?: string
  onRetry: () => unknown
  filters: Filters
  /** Shows the rows in another way than in a table. */
  renderRows?: (table: DataTableProps<Row>) => ReactNode
  /** How the first row is added, for an empty list. */
  emptyText?: string
  /** Shown between the filters and the table. */
  above?: ReactNode
  /** Shown below the table, such as the actions for the selected rows. */
  below?: ReactNode
  /** Called when a key has moved the focus to a row. @param rowId its `data-row-id` */
  onMove?: (rowId: string) => void
}

/** The list of a resource: search, filters, table, pagination and keyboard shortcuts. Its state is in the URL. */
export function ResourceList<Row extends { id: RowId }>(props: ResourceListProps<Row>) {
  const { plural, page, problem, onRetry, filters, emptyText, above, below, onMove, ...rest } =
    props
  const { renderRows, ...table } = rest
  const { listUrl, selection, isStale } = table
  const search = useRef<HTMLInputElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const endId = useId()
  const rows = page?.results ?? []
  const hasFolded = Object.keys(foldedFilters(filters)).length > 0
  const focusFilters = () => (hasFolded ? filterButton : search).current?.focus()
  const rememberRow = useReturnToRow(page !== undefined && !isStale)
  useListKeys({
    list,
    listUrl,
    onFocus: rememberRow,
    search: filters.search && search,
    lastPage: page && !isStale ? page.total_pages : undefined,
    ...(selection && {
      onSelect: handleSelect,
      onSelectPage: () =>
        isStale || selection.togglePage(!rows.every(({ id }) => selection.has(id))),
    }),
    onSelectAll: selection?.selectAll?.run,
    hasMenus: table.rowMenu !== undefined,
    filters: hasFolded ? filterButton : undefined,
    onMove,
  })

  function handleSelect(rowId: string, how: { isRange?: boolean; isAdded?: boolean }) {
    const row = rows.find(({ id }) => String(id) === rowId)
    if (!row || !selection || isStale) return
    selection.toggle(row.id, how.isAdded || !selection.has(row.id), how.isRange)
  }

  // Goes to the last page from a page past the end, such as after its only row was deleted.
  const lastPage = page && !isStale ? Math.max(1, page.total_pages) : Number.POSITIVE_INFINITY
  useEffect(() => {
    if (listUrl.page > lastPage) listUrl.set({ page: lastPage }, { replace: true })
  })

  // A page that was loaded before stays when it can't be refreshed.
  const note = page ? (
    page.total_items === 0 && (
      <NoRows
        plural={plural}
        text={emptyText}
        listUrl={listUrl}
        filters={filters}
        onCleared={focusFilters}
      />
    )
  ) : problem ? (
    <ErrorState text={problem} onRetry={onRetry} />
  ) : undefined
  const shown = { ...table, rows: page?.results, note }
  return (
    <div ref={list}>
      {(Object.keys(filters).length > 0 || table.defaultOrdering) && (
        <FilterPanel
          listUrl={listUrl}
          filters={filters}
          searchRef={search}
          buttonRef={filterButton}
          onCleared={focusFilters}
        >
          {table.defaultOrdering && (
            <SortSelect
              className="sm:hidden"
              columns={table.columns}
              listUrl={listUrl}
              defaultOrdering={table.defaultOrdering}
            />
          )}
        </FilterPanel>
      )}
      {above}
      {page && problem && (
        <div className="mb-4">
          <QuietFailure what="This list" verb="refreshed" onRetry={onRetry} />
        </div>
      )}
      {rows.length > 0 && <SkipLink to={endId}>{`Skip the ${plural}`}</SkipLink>}
      {renderRows ? renderRows(shown) : <DataTable {...shown} />}
      <SkipTarget id={endId}>{`End of the ${plural}`}</SkipTarget>
      {below}
      {page && page.total_items > 0 && (
        <div className="mt-4">
          <ListFooter
            listUrl={listUrl}
            totalItems={page.total_items}
            totalPages={page.total_pages}
          />
        </div>
      )}
    </div>
  )
}

type NoRowsProps = {
  plural: string
  text: string | undefined
  listUrl: ListUrl
  filters: Filters
  onCleared: () => void
}

/** An empty list: no rows exist, or none match the filters. */
function NoRows({ plural, text, listUrl, filters, onCleared }: NoRowsProps) {
  if (setFilters(listUrl, filters).length === 0) {
    return <EmptyState seed={plural} title={`No ${plural} yet`} text={text} />
  }
  return (
    <EmptyState
      seed={plural}
      title={`No ${plural} match`}
      text="Try fewer filters or other words."
      action={<ClearFilters listUrl={listUrl} filters={filters} onCleared={onCleared} />}
    />
  )
}

type SortSelectProps<Row> = {
  columns: readonly DataColumn<Row>[]
  listUrl: ListUrl
  defaultOrdering: string
  className?: string
}

/** Sorts the list on small screens, where the table has no clickable head. */
function SortSelect<Row>(props: SortSelectProps<Row>) {
  const { columns, listUrl, defaultOrdering, className } = props
  const options = columns.flatMap(({ ordering, header }) =>
    ordering
      ? [
          { value: ordering, label: `${header}, upwards` },
          { value: `-${ordering}`, label: `${header}, downwards` },
        ]
      : [],
  )
  return (
    <SelectField
      label="Sorted by"
      options={options}
      value={listUrl.get('ordering') || defaultOrdering}
      onChange={({ target }) =>
        listUrl.set({ ordering: target.value === defaultOrdering ? '' : target.value })
      }
      className={className}
    />
  )
}

/**
 * Focuses the row that another page names when it leads back to the list, or the one that Back has left.
 * @returns remembers the row that gets the focus
 */
function useReturnToRow(isLoaded: boolean) {
  const { state, key } = useLocation()
  const [left] = useState({ key, row: lastRows.get(key) })
  const row = (state as { row?: string } | null)?.row ?? (left.key === key ? left.row : undefined)
  const done = useRef('')
  useEffect(() => {
    if (!row || !isLoaded || done.current === key) return
    done.current = key
    const main = (within: string) =>
      document.querySelector<HTMLElement>(`${within} [data-main-cell] :is(a, button)`)
    // After the announcement of the page, which takes the focus as well.
    requestAnimationFrame(() => {
      // A row that does not match any more leaves the focus to the first one.
      const target = main(`[data-row-id="${CSS.escape(row)}"]`) ?? main('[data-row-id]')
      target?.focus()
      target?.scrollIntoView({ block: 'nearest' })
    })
  }, [row, key, isLoaded])

  return (rowId: string) => void lastRows.set(key, rowId)
}
