import { pluralize } from '#shared/format.ts'
import { useWriteStream } from '../../api/queries.ts'
import { summaryOf } from '../batch/batch-outcome.ts'
import { isWhole } from '../batch/use-batch.ts'
import { useBatchDialogs } from '../batch/use-batch-dialogs.tsx'

/** A batch that can be undone. */
export type UndoableBatch = {
  id: number
  /** How many rows it has changed that are not undone. */
  count: number
  /** The singular name of a row, such as 'application'. */
  noun: string
}

/**
 * Undoes a batch: shows the progress, then what could not be undone. Render `dialogs`.
 * @returns `undo` resolves with the text about its outcome
 */
export function useBatchUndo() {
  const stream = useWriteStream('batches.undo')
  const { run, dialogs } = useBatchDialogs<number>()

  async function undo({ id, count, noun }: UndoableBatch) {
    const rows = pluralize(count, noun)
    const outcome = await run(
      {
        action: `restoring ${rows}`,
        title: 'What was undone',
        isAll: true,
        nameOf: (row) => `A deleted ${noun} (${row})`,
        done: 'restored',
      },
      count,
      (signal) => stream({ id }, signal),
    )
    return isWhole(outcome)
      ? `${rows} restored: the change is undone.`
      : `${summaryOf(outcome, 'restored')}.`
  }

  return { undo, dialogs }
}
