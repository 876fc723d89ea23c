import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { DataColumn } from './columns.ts'
import type { RowId, Selection } from './selection.ts'
import { SelectCell, Td, Tr } from './table.tsx'

type DataRowProps<Id extends RowId> = {
  id: Id
  name: string
  cells: { column: Omit<DataColumn<never>, 'cell'>; content: ReactNode }[]
  selection?: Selection<Id>
  /** Whether other rows will replace this one: then it can't be selected. */
  isStale?: boolean
  menu?: ReactNode
}

/** A row of a table; on small screens a card, which shows the column's name beside each value. */
export function DataRow<Id extends RowId>(props: DataRowProps<Id>) {
  const { id, name, cells, selection, menu } = props
  const isSelected = selection?.has(id) ?? false
  return (
    <Tr
      data-row-id={id}
      isSelected={isSelected}
      className={classNames(
        'focus-within:marked max-sm:relative max-sm:block max-sm:border-line max-sm:border-b max-sm:p-4 max-sm:[&>td]:border-0',
        selection && 'max-sm:pl-14',
        'max-sm:[&:has([type=checkbox])>td:first-child]:absolute max-sm:[&:has([type=checkbox])>td:first-child]:top-4.5 max-sm:[&:has([type=checkbox])>td:first-child]:left-0',
      )}
    >
      {selection && (
        <SelectCell
          label={`Select ${name}`}
          isChecked={isSelected}
          isDisabled={props.isStale}
          onChange={(isTicked, isRange) => selection.toggle(id, isTicked, isRange)}
        />
      )}
      {cells.map(({ column, content }) => (
        <Td
          key={column.id}
          data-main-cell={column.isMain || undefined}
          className={classNames(
            column.className,
            'max-sm:flex max-sm:w-full max-sm:min-w-0 max-sm:max-w-none max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4 max-sm:px-0 max-sm:py-0.5',
            column.isMain ? 'max-sm:pr-10 max-sm:pb-2' : 'max-sm:text-right',
          )}
        >
          {!column.isMain && <span className="shrink-0 text-muted sm:hidden">{column.header}</span>}
          <div
            className={classNames(
              'min-w-0',
              column.isMain ? 'wrap-anywhere' : 'max-sm:ml-auto max-sm:max-w-[max(60%,8rem)]',
            )}
          >
            {content}
          </div>
        </Td>
      ))}
      {menu && (
        <Td
          data-row-menu
          className={classNames(
            'w-14 px-2 text-right max-sm:absolute max-sm:top-0.5 max-sm:right-1',
            'sm:fades-over sm:sticky sm:right-0 sm:bg-raised sm:group-focus-within:marked sm:group-hover:marked sm:group-data-selected:bg-primary-soft',
          )}
        >
          {menu}
        </Td>
      )}
    </Tr>
  )
}
