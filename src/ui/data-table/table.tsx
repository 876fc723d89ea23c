import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../feedback/skeleton.tsx'

export type SortDirection = 'ascending' | 'descending'

/**
 * A table in a region that scrolls by itself: sideways on small screens (by keyboard too), and downwards under its
 * standing head when `className` limits the height. `label` names both.
 */
export function Table({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames('relative overflow-auto rounded bg-raised shadow-low', className)}
    >
      <table
        {...rest}
        aria-label={label}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        {children}
      </table>
    </section>
  )
}

const headCell = 'sticky top-0 z-10 border-line border-b bg-sand px-3 text-left font-semibold'

type ThProps = Omit<ComponentProps<'th'>, 'onClick'> & {
  /** The direction that the table is sorted in by this column, if it is. */
  sort?: SortDirection
  /** Makes the heading a button that sorts. */
  onSort?: () => void
}

/** A column's heading. */
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

/** A row. `isSelected` shows and says that it is. */
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
      className={classNames('border-line border-b px-3 py-2.5 align-middle', className)}
    />
  )
}

type SelectCellProps = {
  /** What ticking selects, such as 'Select Aline Uwase'. */
  label: string
  isChecked: boolean
  isIndeterminate?: boolean
  isDisabled?: boolean
  /** `isRange` says that Shift was held: select up to here from the last one ticked. */
  onChange: (isChecked: boolean, isRange: boolean) => void
  isHead?: boolean
}

/** The cell with the box that selects a row; in the head (`isHead`), all rows. */
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

/** Rows that are still to come, as many columns wide as the table. */
export function SkeletonRows({ rows = 10, columns }: { rows?: number; columns: number }) {
  const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do the columns
        <Td key={column}>
          <Skeleton className={`my-1 h-4 ${widths[(row + column) % widths.length]}`} />
        </Td>
      ))}
    </tr>
  ))
}

/** One cell across the table, for what stands there instead of rows. */
export function TableNote({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className="max-sm:block">
      <td colSpan={columns} className="p-4 max-sm:block">
        {children}
      </td>
    </tr>
  )
}
