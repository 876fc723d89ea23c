import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../feedback/skeleton.tsx'

export type SortDirection = 'ascending' | 'descending'

type TableProps = ComponentProps<'table'> & {
  label: string
  /** Scrolls in its own height. */
  isLow?: boolean
}

/**
 * A table whose head sticks while its rows scroll: to the page, or to the table's own region, which scrolls (also by
 * keyboard) when the table is wider than the screen. CSS has no region that scrolls in one direction alone. `label`
 * names both.
 */
export function Table({ label, isLow = false, className, children, ...rest }: TableProps) {
  const { region, table, isTooWide } = useWidths()
  const isScrollable = isLow || isTooWide
  return (
    <section
      ref={region}
      aria-label={label}
      tabIndex={isScrollable ? 0 : undefined}
      className={classNames(
        'relative rounded bg-raised shadow-low',
        isScrollable ? 'overflow-auto' : 'overflow-clip',
        isScrollable && (isLow ? 'max-h-80' : 'sm:max-h-[calc(100dvh-6rem)]'),
        className,
      )}
    >
      <table
        {...rest}
        ref={table}
        aria-label={label}
        // The margin keeps what gets the focus from under the head.
        className="w-full border-separate border-spacing-0 text-sm sm:[&_tbody_:is(a,button,input)]:scroll-mt-14"
      >
        {children}
      </table>
    </section>
  )
}

/** Whether a table is wider than its region. */
function useWidths() {
  const region = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [isTooWide, setIsTooWide] = useState(false)
  useLayoutEffect(() => {
    const [outer, inner] = [region.current, table.current]
    if (!outer || !inner) return
    const observer = new ResizeObserver(() => setIsTooWide(inner.offsetWidth > outer.clientWidth))
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [])
  return { region, table, isTooWide }
}

const headCell = 'sticky top-0 z-10 border-line border-b bg-sand px-3 text-left font-semibold'

type ThProps = Omit<ComponentProps<'th'>, 'onClick'> & {
  /** The sort direction, if the table is sorted by this column. */
  sort?: SortDirection
  /** Makes the heading a button that sorts. */
  onSort?: () => void
}

export function Th({ sort, onSort, className, children, ...rest }: ThProps) {
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={onSort ? (sort ?? 'none') : undefined}
      className={classNames(headCell, 'h-11 whitespace-nowrap', className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 font-semibold hover:bg-line"
        >
          {children}
          <SortMark sort={sort} />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

function SortMark({ sort }: { sort: SortDirection | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 14" className="h-3.5 w-2.5 fill-current">
      <path d="m1 5.5 4-4 4 4z" className={sort === 'ascending' ? '' : 'opacity-35'} />
      <path d="m1 8.5 4 4 4-4z" className={sort === 'descending' ? '' : 'opacity-35'} />
    </svg>
  )
}

/** A row. `isSelected` highlights it, and sets `data-selected`. */
export function Tr({
  isSelected,
  className,
  ...rest
}: ComponentProps<'tr'> & { isSelected?: boolean }) {
  return (
    <tr
      {...rest}
      data-selected={isSelected || undefined}
      className={classNames('group hover:marked data-selected:bg-primary-soft', className)}
    />
  )
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={classNames('border-line border-b px-3 py-1 align-middle sm:h-10', className)}
    />
  )
}

type SelectCellProps = {
  /** The name of the checkbox, such as 'Select Aline Uwase'. */
  label: string
  isChecked: boolean
  isIndeterminate?: boolean
  isDisabled?: boolean
  /** @param isRange whether Shift was held: selects all rows from the last toggled one to this one */
  onChange: (isChecked: boolean, isRange: boolean) => void
  isHead?: boolean
}

/** The cell with the checkbox that selects a row; in the head (`isHead`), all rows. */
export function SelectCell({
  label,
  isChecked,
  isIndeterminate,
  isDisabled,
  onChange,
  isHead,
}: SelectCellProps) {
  const Cell = isHead ? 'th' : 'td'
  return (
    <Cell className={isHead ? classNames(headCell, 'w-12') : 'w-12 border-line border-b px-3'}>
      <label className="-m-2 grid size-10 place-items-center">
        <span className="sr-only">{label}</span>
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          ref={(box) => {
            if (box) box.indeterminate = isIndeterminate ?? false
          }}
          onChange={(event) => {
            const native = event.nativeEvent as MouseEvent
            onChange(event.target.checked, native.shiftKey ?? false)
          }}
          className="size-4.5 accent-primary"
        />
      </label>
    </Cell>
  )
}

/** Placeholder rows while the table is loading. */
export function SkeletonRows({ rows = 10, columns }: { rows?: number; columns: number }) {
  const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor are the columns
        <Td key={column}>
          <Skeleton className={`my-1 h-4 ${widths[(row + column) % widths.length]}`} />
        </Td>
      ))}
    </tr>
  ))
}

type TableNoteProps = {
  columns: number
  /** Belongs to the row before, without a border between them. */
  isLine?: boolean
  className?: string
  children: ReactNode
}

/** A cell across all columns: a message in place of the rows, or more about the row before. */
export function TableNote({ columns, isLine, className, children }: TableNoteProps) {
  return (
    <tr data-line={isLine} className="max-sm:block">
      <td colSpan={columns} className={classNames('p-4 max-sm:block', className)}>
        {children}
      </td>
    </tr>
  )
}
