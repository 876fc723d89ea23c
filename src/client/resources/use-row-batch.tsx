import { useRef, useState } from 'react'
import type { TrashEntry } from '#features/trash/contract.ts'
import { pluralize } from '#shared/format.ts'
import type { RowId, RowSelection } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import { summaryOf } from './batch-outcome.ts'
import { BatchOutcomeDialog, BatchProgress } from './batch-windows.ts'
import { tellDeleted } from './deleted.ts'
import type { UndoableChange } from './undo-strip.tsx'
import { type BatchOutcome, inChunks, isWhole, useBatch } from './use-batch.ts'

type RowBatch<Row extends { id: RowId }> = {
  selection: RowSelection<Row>
  /** The singular name of a row, such as 'testimonial'. */
  noun: string
  rowName: (row: Row) => string
  /** Of what is deleted into the trash. */
  trashKind?: TrashEntry['kind']
  /** Shows a change that can be undone. */
  show: (change: UndoableChange) => void
}

type Effect = { isDeletion?: boolean; undo?: NonNullable<UndoableChange['undo']> }

/** Changes the selected rows by one press: shows the progress, and what could not be changed. Render `dialogs`. */
export function useRowBatch<Row extends { id: RowId }>(options: RowBatch<Row>) {
  const { selection, noun, rowName, trashKind, show } = options
  const { run, cancel, progress, isCancelling } = useBatch<Row['id']>()
  const [result, setResult] = useState<{
    outcome: BatchOutcome<Row['id']>
    rows: RowSelection<Row>['rows']
  }>()
  const isLeft = useRef(false)
  const close = () => setResult(undefined)

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
    isLeft.current = false
    const { rows } = selection
    const changed = new Set<Row['id']>()
    const outcome = await run(rows.size, (signal) =>
      inChunks([...rows.values()], send, changed, signal),
    )
    selection.drop(changed)
    if (isLeft.current) notify({ type: 'info', message: `${summaryOf(outcome)}.` })
    else if (!isWhole(outcome)) setResult({ outcome, rows })
    if (changed.size === 0) return
    const { batch } = outcome
    const count = pluralize(changed.size, noun)
    const told = `${count} ${now}.`
    if (isDeletion && trashKind) tellDeleted({ text: told, kind: trashKind, ids: [...changed] })
    else if (isDeletion) {
      if (!isLeft.current) notify({ type: 'success', message: told })
    } else {
      show({
        text: `${count} ${changed.size === 1 ? 'is' : 'are'} ${now} now.`,
        ...(undo && { undo }),
        ...(batch != null && { batch: { id: batch, count: changed.size, noun } }),
      })
    }
  }

  const dialogs = (
    <>
      {progress && progress.total > progress.done && (
        <BatchProgress
          action={`changing ${pluralize(progress.total, noun)}`}
          progress={progress}
          isCancelling={isCancelling}
          onCancel={cancel}
          onLeave={() => {
            isLeft.current = true
            cancel()
          }}
        />
      )}
      {result && (
        <BatchOutcomeDialog
          outcome={result.outcome}
          isAll={false}
          nameOf={(id) => {
            const row = result.rows.get(id)
            return row ? rowName(row) : String(id)
          }}
          onClose={close}
        />
      )}
    </>
  )
  return { start, dialogs }
}
