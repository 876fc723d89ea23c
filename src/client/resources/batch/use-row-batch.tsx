import type { TrashEntry } from '#features/trash/contract.ts'
import { pluralize } from '#shared/format.ts'
import type { RowId, RowSelection } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import { showDeleted } from '../undo/deleted.ts'
import type { UndoableChange } from '../undo/undo-strip.tsx'
import { inChunks } from './use-batch.ts'
import { useBatchDialogs } from './use-batch-dialogs.tsx'

type RowBatch<Row extends { id: RowId }> = {
  selection: RowSelection<Row>
  /** The singular name of a row, such as 'testimonial'. */
  noun: string
  rowName: (row: Row) => string
  /** The kind of what is deleted into the trash. */
  trashKind?: TrashEntry['kind']
  /** Shows a change that can be undone. */
  show: (change: UndoableChange) => void
}

type Effect = { isDeletion?: boolean; undo?: NonNullable<UndoableChange['undo']> }

/** Changes the selected rows by one press: shows the progress, and what could not be changed. Render `dialogs`. */
export function useRowBatch<Row extends { id: RowId }>(options: RowBatch<Row>) {
  const { selection, noun, rowName, trashKind, show } = options
  const { run, dialogs } = useBatchDialogs<Row['id']>()

  /**
   * @param send changes some rows, unless they have changed since the user saw them
   * @param now what the rows are then, such as 'approved'
   * @param effect.isDeletion whether the rows are gone then; with `trashKind` that is undone from the trash
   * @param effect.undo undoes it, where that is not done by the batch's id
   */
  async function start(
    send: Parameters<typeof inChunks<Row>>[1],
    now: string,
    { isDeletion = false, undo }: Effect = {},
  ) {
    const { rows } = selection
    const changed = new Set<Row['id']>()
    const nameOf = (id: Row['id']) => {
      const row = rows.get(id)
      return row ? rowName(row) : String(id)
    }
    const { batch, isLeft } = await run(
      { action: `changing ${pluralize(rows.size, noun)}`, isAll: false, nameOf },
      rows.size,
      (signal) => inChunks([...rows.values()], send, changed, signal),
    )
    selection.drop(changed)
    if (changed.size === 0) return
    const count = pluralize(changed.size, noun)
    const message = `${count} ${now}.`
    if (isDeletion && trashKind) showDeleted({ text: message, kind: trashKind, ids: [...changed] })
    else if (isDeletion) {
      if (!isLeft) notify({ type: 'success', message })
    } else {
      show({
        text: `${count} ${changed.size === 1 ? 'is' : 'are'} ${now} now.`,
        ...(undo && { undo }),
        ...(batch != null && { batch: { id: batch, count: changed.size, noun } }),
      })
    }
  }

  return { start, dialogs }
}
