import { type ReactNode, useRef, useState } from 'react'
import { pluralize } from '#shared/format.ts'
import { notify } from '#ui/feedback/notify.ts'
import { useWriteStream } from '../api/queries.ts'
import { summaryOf } from './batch-outcome.ts'
import { BatchOutcomeDialog, BatchProgress } from './batch-windows.ts'
import { type BatchOutcome, isWhole, useBatch } from './use-batch.ts'

/** A batch that can be undone. */
export type UndoableBatch = {
  id: number
  /** How many rows it has changed that are not undone. */
  count: number
  /** The singular name of a row, such as 'application'. */
  noun: string
}

/**
 * Undoes a batch: shows the progress, then what could not be undone. Render `dialog`.
 * @returns `undo` resolves with the text about its outcome
 */
export function useBatchUndo() {
  const stream = useWriteStream('batches.undo')
  const { run, cancel, progress, isCancelling } = useBatch<number>()
  const [batch, setBatch] = useState<UndoableBatch>()
  const [outcome, setOutcome] = useState<BatchOutcome<number>>()
  const isLeft = useRef(false)

  async function undo(chosen: UndoableBatch) {
    isLeft.current = false
    setBatch(chosen)
    const result = await run(chosen.count, (signal) => stream({ id: chosen.id }, signal))
    const summary = `${summaryOf(result, 'restored')}.`
    if (isLeft.current) notify({ type: 'info', message: summary })
    else if (!isWhole(result)) setOutcome(result)
    return isWhole(result)
      ? `${pluralize(chosen.count, chosen.noun)} restored: the change is undone.`
      : summary
  }

  function leave() {
    isLeft.current = true
    cancel()
  }

  let dialog: ReactNode = null
  if (batch && progress) {
    dialog = (
      <BatchProgress
        action={`restoring ${pluralize(batch.count, batch.noun)}`}
        progress={progress}
        isCancelling={isCancelling}
        onCancel={cancel}
        onLeave={leave}
      />
    )
  } else if (batch && outcome) {
    const close = () => setOutcome(undefined)
    dialog = (
      <BatchOutcomeDialog
        outcome={outcome}
        onClose={close}
        title="What was undone"
        isAll
        nameOf={(id) => `A deleted ${batch.noun} (${id})`}
        done="restored"
      />
    )
  }
  return { undo, dialog }
}
