import { type ComponentType, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { RowMenu } from '#ui/data-table/row-menu.tsx'
import type { RowId, RowSelection } from '#ui/data-table/selection.ts'
import { Plus } from '#ui/icons.ts'
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { EditorProps } from '../edit/edit-dialog.tsx'
import { DeleteDialog, type DeleteDialogProps } from '../undo/delete-dialog.tsx'

export type RowDialogs<Row extends { id: RowId }> = {
  /** The name of a row, for its menu and for screen readers. */
  rowName: (row: Row) => string
  /** Creates and edits rows, in place of `create` and `dialog`. */
  editor?: { noun: string; Dialog: ComponentType<EditorProps<Row>> }
  /** The button for a new row, and its dialog. */
  create?: { label: string; render: (close: () => void) => ReactNode }
  /** The dialog that shows or edits a row, and its label in the menu. */
  dialog?: { label: string; render: (row: Row, close: () => void) => ReactNode }
  deletion?: Pick<DeleteDialogProps<Row>, 'procedure' | 'text' | 'inputOf' | 'label'> & {
    /** The row's name within a sentence, when it differs from its name elsewhere. */
    rowName?: (row: Row) => string
    isOffered?: (row: Row) => boolean
  }
  /**
   * The items of a row's menu before 'Delete'.
   * @param openRow opens the dialog of any row
   */
  rowMenu?: (row: Row, openRow: (row: Row) => void) => ReactNode
  /** A row that is deleted is no longer selected. */
  selection?: RowSelection<{ id: Row['id'] }>
}

type Open<Row> = { dialog: 'create' } | { dialog: 'row' | 'delete'; row: Row }

/** The button for a new row, the menu of each, and the dialogs that they open. */
export function useRowDialogs<Row extends { id: RowId }>(options: RowDialogs<Row>) {
  const { rowName, deletion, rowMenu, selection } = options
  const { create, dialog } = editing(options)
  const [open, setOpen] = useState<Open<Row>>()
  const close = () => setOpen(undefined)
  const openRow = (row: Row) => setOpen({ dialog: 'row', row })

  return {
    openRow,
    menuOf: (row: Row) => (
      <RowMenu name={rowName(row)}>
        {dialog && <MenuItem onSelect={() => openRow(row)}>{dialog.label}</MenuItem>}
        {rowMenu?.(row, openRow)}
        {deletion && (deletion.isOffered?.(row) ?? true) && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => setOpen({ dialog: 'delete', row })} isDanger>
              {deletion.label ?? 'Delete'}
            </MenuItem>
          </>
        )}
      </RowMenu>
    ),
    createButton: create && (
      <Button size="sm" onClick={() => setOpen({ dialog: 'create' })}>
        <Plus aria-hidden="true" className="size-4" />
        {create.label}
      </Button>
    ),
    dialogs: (
      <>
        {open?.dialog === 'create' && create?.render(close)}
        {open?.dialog === 'row' && dialog?.render(open.row, close)}
        {deletion && (
          <DeleteDialog
            rowName={rowName}
            {...deletion}
            row={open?.dialog === 'delete' ? open.row : undefined}
            onClose={close}
            onDeleted={() => {
              if (open && 'row' in open && !selection?.all) selection?.drop(new Set([open.row.id]))
            }}
          />
        )}
      </>
    ),
  }
}

function editing<Row extends { id: RowId }>({
  editor,
  create,
  dialog,
}: RowDialogs<Row>): Pick<RowDialogs<Row>, 'create' | 'dialog'> {
  if (!editor) return { create, dialog }
  const { noun, Dialog } = editor
  return {
    create: { label: `New ${noun}`, render: (close) => <Dialog onClose={close} /> },
    dialog: { label: 'Edit', render: (row, close) => <Dialog row={row} onClose={close} /> },
  }
}
