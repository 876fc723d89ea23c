import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { Button } from '#ui/button.tsx'
import { ColumnMenu } from '#ui/data-table/column-menu.tsx'
import type { DataColumn } from '#ui/data-table/columns.ts'
import type { DataTableProps } from '#ui/data-table/data-table.tsx'
import type { ListSpec } from '#ui/data-table/filters.ts'
import type { ListUrl } from '#ui/data-table/list-url.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import type { RowId, Selection } from '#ui/data-table/selection.ts'
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { DeleteDialog, type DeleteDialogProps } from './delete-dialog.tsx'
import { ViewMenu } from './view-menu.tsx'
import { ViewTabs } from './view-tabs.tsx'

type ResourcePageProps<Row extends { id: RowId }> = {
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
  /** @param open opens `dialog` for a row, for a click on its name */
  columns: (open: (row: Row) => void) => readonly DataColumn<Row>[]
  /** Shows the rows in another way than in a table, such as `TileGrid`. */
  rows?: (table: DataTableProps<Row>, open: (row: Row) => void) => ReactNode
  /** The name of a row, for its menu and for screen readers. */
  rowName: (row: Row) => string
  /** The dialog that shows or edits a row, and its label in the menu. */
  dialog?: { label: string; render: (row: Row, close: () => void) => ReactNode }
  /** The button for a new row, and its dialog. */
  create?: { label: string; render: (close: () => void) => ReactNode }
  deletion?: Pick<DeleteDialogProps<Row>, 'procedure' | 'text' | 'inputOf' | 'label'> & {
    /** The row's name within a sentence, when it differs from its name elsewhere. */
    rowName?: (row: Row) => string
    isOffered?: (row: Row) => boolean
  }
  /** The items of a row's menu before 'Delete'. */
  rowMenu?: (row: Row) => ReactNode
  /** Other buttons beside the title. */
  actions?: ReactNode
  /** A notice about the whole list. */
  notice?: ReactNode
  /** Lets staff save views of the list, under this name. */
  views?: SavedView['list']
  selection?: Selection<Row['id']>
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

type Open<Row> = { dialog: 'create' } | { dialog: 'row' | 'delete'; row: Row }

/** The page of a resource: heading, filters, table, pagination, and dialogs that create, edit and delete a row. */
export function ResourcePage<Row extends { id: RowId }>(props: ResourcePageProps<Row>) {
  const { plural, list, rowName, dialog, create, deletion, rowMenu, rows } = props
  const { spec, onRetry, ...state } = list
  const [open, setOpen] = useState<Open<Row>>()
  const close = () => setOpen(undefined)
  const columns = props.columns((row) => setOpen({ dialog: 'row', row }))

  const menuOf = (row: Row) => (
    <RowMenu name={rowName(row)}>
      {dialog && (
        <MenuItem onSelect={() => setOpen({ dialog: 'row', row })}>{dialog.label}</MenuItem>
      )}
      {rowMenu?.(row)}
      {deletion && (deletion.isOffered?.(row) ?? true) && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => setOpen({ dialog: 'delete', row })} isDanger>
            {deletion.label ?? 'Delete'}
          </MenuItem>
        </>
      )}
    </RowMenu>
  )

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
            {create && (
              <Button size="sm" onClick={() => setOpen({ dialog: 'create' })}>
                <Plus aria-hidden="true" className="size-4" />
                {create.label}
              </Button>
            )}
          </>
        }
      />
      {props.notice}
      {props.views && <ViewTabs list={props.views} plural={plural} listUrl={list.listUrl} />}
      <ResourceList<Row>
        label={plural.charAt(0).toUpperCase() + plural.slice(1)}
        {...{ plural, columns, rowName }}
        renderRows={rows && ((table) => rows(table, (row) => setOpen({ dialog: 'row', row })))}
        {...state}
        onRetry={() => void onRetry()}
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
      {open?.dialog === 'create' && create?.render(close)}
      {open?.dialog === 'row' && dialog?.render(open.row, close)}
      {deletion && (
        <DeleteDialog
          rowName={rowName}
          {...deletion}
          row={open?.dialog === 'delete' ? open.row : undefined}
          onClose={close}
        />
      )}
    </>
  )
}
