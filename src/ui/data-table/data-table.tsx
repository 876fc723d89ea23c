import { Fragment, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { type DataColumn, shownColumns } from './columns.ts'
import { DataRow } from './data-row.tsx'
import type { ListUrl } from './list-url.ts'
import { PageCheckbox, pageBoxOf, selectPage } from './page-checkbox.tsx'
import type { RowId, Selection } from './selection.ts'
import { SelectCell, SkeletonRows, type SortDirection, Table, TableNote, Th } from './table.tsx'
import { useFittingColumns } from './use-fitting-columns.ts'

export type DataTableProps<Row extends { id: RowId }> = {
  label: string
  columns: readonly DataColumn<Row>[]
  /** The rows of the page, or undefined while they are loading. */
  rows: readonly Row[] | undefined
  /** The name of a row, for screen readers. */
  rowName: (row: Row) => string
  listUrl: ListUrl
  /** The order without an `ordering` parameter in the URL. */
  defaultOrdering?: string
  selection?: Selection<Row['id']>
  /** The menu at the end of a row. */
  rowMenu?: (row: Row) => ReactNode
  /** Shown below a row, across all columns, while it is open. */
  rowDetail?: (row: Row) => ReactNode
  /** A line below a row, across all columns. */
  rowLine?: (row: Row) => ReactNode
  /** Whether other rows are loading, which will replace these. */
  isStale?: boolean
  /** Shown in place of the rows: an error, or that nothing matches. */
  note?: ReactNode
}

/** The table of a resource. Order and columns are in the URL; rows can be selected, and are cards on small screens. */
export function DataTable<Row extends { id: RowId }>(props: DataTableProps<Row>) {
  const { columns, rows, listUrl, selection, rowMenu, note } = props
  const shown = shownColumns(columns, listUrl)
  const wanted = columns.filter(({ id }) => shown.has(id))
  const { place, fitting } = useFittingColumns(wanted.length, listUrl.get('columns') !== '')
  const visible = wanted.slice(0, fitting)
  const hidden = wanted.slice(fitting)
  const width = visible.length + (selection ? 1 : 0) + (rowMenu ? 1 : 0)

  function showAll() {
    // This button goes. What it shows follows the last heading.
    const headings = place.current?.querySelectorAll<HTMLElement>('thead button') ?? []
    ;[...headings].at(-1)?.focus()
    listUrl.set({ columns: wanted.map(({ id }) => id).join() })
  }

  const pageBox = selection && pageBoxOf(selection, rows, props.isStale)

  return (
    <div ref={place}>
      {pageBox && !note && <PageCheckbox {...pageBox} />}
      <Table
        label={props.label}
        aria-busy={rows === undefined || props.isStale}
        className={classNames(
          'max-sm:[&_:is(table,tbody)]:block max-sm:[&_thead]:hidden',
          // Padding, so that the menu's cell does not fade out the end of the last column.
          rowMenu && 'sm:[&_tr>:nth-last-child(2)]:pr-7',
          props.isStale && '[&_tbody]:opacity-60',
          // Rows that open are tall. What opens is as wide as what is in sight of the table.
          props.rowDetail && '@container sm:[&_tbody_td]:py-3 sm:[&_tbody_td]:align-top',
          props.rowLine &&
            '@container max-sm:[&_tr:has(+[data-line])]:border-b-0 sm:[&_tr:has(+[data-line])>td]:border-b-0',
        )}
      >
        <thead>
          <tr>
            {pageBox && <SelectCell isHead label={selectPage} {...pageBox} />}
            {visible.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                listUrl={listUrl}
                defaultOrdering={props.defaultOrdering}
              />
            ))}
            {rowMenu && (
              <th className="fades-over sticky top-0 right-0 z-10 w-14 border-line border-b bg-sand">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="transition-opacity">
          {note ? (
            <TableNote columns={width}>{note}</TableNote>
          ) : rows === undefined ? (
            <SkeletonRows rows={listUrl.pageSize > 10 ? 15 : 10} columns={width} />
          ) : (
            rows.map((row) => {
              const detail = props.rowDetail?.(row)
              const line = props.rowLine?.(row)
              return (
                <Fragment key={row.id}>
                  <DataRow
                    id={row.id}
                    name={props.rowName(row)}
                    cells={visible.map((column) => ({ column, content: column.cell(row) }))}
                    selection={selection}
                    isStale={props.isStale}
                    menu={rowMenu?.(row)}
                  />
                  {line && (
                    <TableNote
                      columns={width}
                      isLine
                      className={classNames(
                        'border-line border-b pt-0 pb-2 max-sm:pb-4',
                        selection ? 'pl-14 sm:pl-15' : 'sm:px-3',
                      )}
                    >
                      <div className="sticky left-4 max-w-[calc(100cqw-5rem)]">{line}</div>
                    </TableNote>
                  )}
                  {detail && (
                    <TableNote columns={width} className="border-line border-b">
                      <div className="sticky left-4 max-w-[calc(100cqw-2rem)]">{detail}</div>
                    </TableNote>
                  )}
                </Fragment>
              )
            })
          )}
        </tbody>
      </Table>
      {hidden.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-muted text-sm">
          No room for {hidden.map(({ header }) => header).join(', ')}.
          <Button variant="quiet" size="sm" onClick={showAll}>
            Show and scroll
          </Button>
        </p>
      )}
    </div>
  )
}

type HeadCellProps<Row> = {
  column: DataColumn<Row>
  listUrl: ListUrl
  defaultOrdering: string | undefined
}

/** A column's heading; a button that sorts, if the API can sort by the column. */
function HeadCell<Row>({ column, listUrl, defaultOrdering = '' }: HeadCellProps<Row>) {
  const { ordering, isDescendingFirst = false } = column
  if (!ordering) return <Th className={column.className}>{column.header}</Th>
  const current = listUrl.get('ordering') || defaultOrdering
  const directions: Record<string, SortDirection> = {
    [ordering]: 'ascending',
    [`-${ordering}`]: 'descending',
  }
  const sort = directions[current]
  const isNextDescending = sort === undefined ? isDescendingFirst : sort === 'ascending'

  function handleSort() {
    const next = isNextDescending ? `-${ordering}` : ordering
    listUrl.set({ ordering: next === defaultOrdering ? '' : next })
  }

  return (
    <Th sort={sort} onSort={handleSort} className={column.className}>
      {column.header}
    </Th>
  )
}
