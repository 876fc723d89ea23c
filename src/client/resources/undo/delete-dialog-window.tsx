import { capitalize } from '#shared/format.ts'
import { rowKindDeletedBy, trashDays } from '#shared/row-kinds.ts'
import { notify } from '#ui/feedback/notify.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  useWrite,
} from '../../api/queries.ts'
import { showDeleted } from './deleted.ts'

/** Said before a deletion that goes to the trash. */
const inTrash = `It can be restored from the trash for ${trashDays} days.`

type DeleteProcedure = Extract<ProcedureName, `${string}.delete`>
type DeleteInput = { [Name in DeleteProcedure]: ProcedureInput<Name> }[DeleteProcedure]

export type DeleteDialogProps<Row> = {
  procedure: DeleteProcedure
  /** The row to delete; undefined closes the dialog. */
  row: Row | undefined
  /** The row's name within a sentence: 'Kigali 12', 'the application of Aline Uwase'. */
  rowName: (row: Row) => string
  /** The consequences, such as other rows that are deleted too. Whether it can be undone is added. */
  text?: string | ((row: Row) => string)
  /** The call's input; by default the row's id alone. */
  inputOf?: (row: Row) => DeleteInput
  /** Makes a row again that doesn't go to the trash; undefined for one that can't be made again. */
  undoOf?: (row: Row) => (() => Promise<string>) | undefined
  /** What the button says. */
  label?: string
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a row after a confirmation. Shows the server's reason when the row can't be deleted. */
export function DeleteDialogWindow<Row extends { id: number | string }>(
  props: DeleteDialogProps<Row> & { isOpen: boolean },
) {
  const { procedure, row, isOpen, rowName, label = 'Delete', onClose, onDeleted } = props
  const consequences = typeof props.text === 'function' ? row && props.text(row) : props.text
  const kind = rowKindDeletedBy(procedure)
  const undo = row && props.undoOf?.(row)
  const remove = useWrite(procedure)

  async function confirm() {
    if (!row) return
    // One of the calls that delete tells something.
    const outcome = (await remove.mutateAsync(
      (props.inputOf?.(row) ?? { id: row.id }) as ProcedureInput<DeleteProcedure>,
    )) as ProcedureOutput<'applications.delete'> | undefined
    const message = `${capitalize(rowName(row))} has been deleted.`
    const notices = outcome?.status === 200 ? outcome.body.notices : undefined
    if (kind) showDeleted({ text: message, notices, kind, ids: [row.id] })
    else if (undo) showDeleted({ text: message, undo })
    else notify({ type: 'success', message })
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={row ? `Delete ${rowName(row)}?` : ''}
      text={[consequences, kind ? inTrash : !undo && 'This cannot be undone.']
        .filter(Boolean)
        .join(' ')}
      confirmLabel={label}
      isDanger
      onConfirm={confirm}
    />
  )
}
