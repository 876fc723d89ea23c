import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import type { DataTableProps } from './data-table.tsx'
import { PageCheckbox, pageBoxOf } from './page-checkbox.tsx'
import type { RowId } from './selection.ts'

type TileGridProps<Row extends { id: RowId }> = DataTableProps<Row> & {
  tile: (row: Row) => ReactNode
}

// A page of ten fills two rows.
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5'

/** The rows of a resource as tiles, such as of pictures. They are selected and walked through as those of a table. */
export function TileGrid<Row extends { id: RowId }>(props: TileGridProps<Row>) {
  const { label, rows, rowName, selection, rowMenu, isStale, note, tile } = props
  if (note) return <div className="rounded bg-raised p-4 shadow-low">{note}</div>
  return (
    <>
      {selection && <PageCheckbox isAlways {...pageBoxOf(selection, rows, isStale)} />}
      <ul
        aria-label={label}
        aria-busy={rows === undefined || isStale}
        className={classNames(grid, 'transition-opacity', isStale && 'opacity-60')}
      >
        {rows === undefined &&
          Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered
            <li key={index}>
              <Skeleton className="aspect-4/3 w-full rounded" />
              <Skeleton className="mt-2 h-4 w-3/5" />
            </li>
          ))}
        {rows?.map((row) => (
          <li
            key={row.id}
            data-row-id={row.id}
            data-selected={selection?.has(row.id) || undefined}
            className="focus-within:marked relative flex flex-col overflow-clip rounded bg-raised shadow-low data-selected:bg-primary-soft data-selected:ring-2 data-selected:ring-primary"
          >
            <div data-main-cell className="min-w-0 grow">
              {tile(row)}
            </div>
            {selection && (
              <label className="absolute top-1.5 left-1.5 grid size-9 place-items-center rounded bg-raised/90">
                <span className="sr-only">Select {rowName(row)}</span>
                <input
                  type="checkbox"
                  checked={selection.has(row.id)}
                  disabled={isStale}
                  onChange={(event) => {
                    const { shiftKey = false } = event.nativeEvent as MouseEvent
                    selection.toggle(row.id, event.target.checked, shiftKey)
                  }}
                  className="size-4.5 accent-primary"
                />
              </label>
            )}
            {rowMenu && (
              <div data-row-menu className="absolute top-1.5 right-1.5 rounded bg-raised/90">
                {rowMenu(row)}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
