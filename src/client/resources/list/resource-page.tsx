import type { ReactNode } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { capitalize } from '#shared/format.ts'
import { ColumnMenu } from '#ui/data-table/column-menu.tsx'
import type { DataColumn } from '#ui/data-table/columns.ts'
import type { DataTableProps } from '#ui/data-table/data-table.tsx'
import type { ListSpec } from '#ui/data-table/filters.ts'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import type { RowId } from '#ui/data-table/selection.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { useAreViewsLoading } from '../views/use-saved-views.ts'
import { ViewMenu } from '../views/view-menu.tsx'
import { ViewTabs } from '../views/view-tabs.tsx'
import { type RowDialogs, useRowDialogs } from './use-row-dialogs.tsx'

type ResourcePageProps<Row extends { id: RowId }> = RowDialogs<Row> & {
  title: string
  /** A line below the title. */
  text?: ReactNode
  /** The plural name of the rows, such as 'applications'. */
  plural: string
  /** The result of `useResourceList`. */
  list: {
    spec: ListSpec
    listUrl: ListUrl
    page: { results: Row[]; total_items: number; total_pages: number } | undefined
    isStale: boolean
    problem: string | undefined
    onRetry: () => unknown
  }
  /** @param open opens the dialog of a row, for a click on its name */
  columns: (open: (row: Row) => void) => readonly DataColumn<Row>[]
  /** Shows the rows in another way than in a table, such as `TileGrid`. */
  rows?: (table: DataTableProps<Row>, open: (row: Row) => void) => ReactNode
  /** Other buttons beside the title. */
  actions?: ReactNode
  /** A notice about the whole list. */
  notice?: ReactNode
  /** Lets staff save views of the list, under this name. */
  views?: SavedView['list']
  /** Shown below a row while it is open. */
  rowDetail?: (row: Row) => ReactNode
  /** A line below a row, across all columns. */
  rowLine?: (row: Row) => ReactNode
  /** Called when a key has moved the focus to a row. */
  onMove?: (rowId: string) => void
  /** Shown between the filters and the table. */
  above?: ReactNode
  /** Shown below the table, such as the actions for the selected rows. */
  below?: ReactNode
  /** How the first row is added, for an empty list. */
  emptyText?: string
}

/** The page of a resource: heading, filters, table, pagination, and dialogs that create, edit and delete a row. */
export function ResourcePage<Row extends { id: RowId }>(props: ResourcePageProps<Row>) {
  const { plural, list, rowName, rows } = props
  const { spec, onRetry, ...state } = list
  const { openRow, menuOf, createButton, dialogs } = useRowDialogs(props)
  const columns = props.columns(openRow)
  const areViewsLoading = useAreViewsLoading(props.views)

  return (
    <>
      <PageHeading
        title={props.title}
        text={props.text}
        actions={
          <>
            {props.views && <ViewMenu list={props.views} listUrl={list.listUrl} />}
            {columns.length > 0 && <ColumnMenu columns={columns} listUrl={list.listUrl} />}
            {props.actions}
            {createButton}
          </>
        }
      />
      {props.notice}
      {props.views && <ViewTabs list={props.views} plural={plural} listUrl={list.listUrl} />}
      {/* As tabs the views stand above the list, and would push it down. */}
      <div className={areViewsLoading ? 'invisible' : undefined}>
        <ResourceList<Row>
          label={capitalize(plural)}
          plural={plural}
          columns={columns}
          rowName={rowName}
          renderRows={rows && ((table) => rows(table, openRow))}
          {...state}
          page={areViewsLoading ? undefined : state.page}
          onRetry={onRetry}
          filters={spec.filters}
          defaultOrdering={spec.defaultOrdering}
          selection={props.selection}
          rowDetail={props.rowDetail}
          rowLine={props.rowLine}
          onMove={props.onMove}
          above={props.above}
          below={props.below}
          emptyText={props.emptyText}
          rowMenu={menuOf}
        />
      </div>
      {dialogs}
    </>
  )
}
