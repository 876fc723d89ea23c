import { useState } from 'react'
import type { RowId } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { summaryOf } from './batch-outcome.ts'
import type { BatchOutcomeWindowProps } from './batch-outcome-window.tsx'
import { type BatchOutcome, isWhole, useBatch } from './use-batch.ts'

const BatchProgressWindow = lazyComponent(
  () => import('./batch-progress-window.tsx'),
  'BatchProgressWindow',
)
const BatchOutcomeWindow = lazyComponent(
  () => import('./batch-outcome-window.tsx'),
  'BatchOutcomeWindow',
)

type Texts<Id extends RowId> = Omit<BatchOutcomeWindowProps<Id>, 'outcome' | 'onClose'> & {
  /** What is being done: 'changing 450 applications'. */
  action: string
}

/**
 * Runs a batch: shows its progress, then what could not be changed. Where its page was left, a notification tells the
 * outcome. Render `dialogs`.
 */
export function useBatchDialogs<Id extends RowId>() {
  const { run: runBatch, underWay } = useBatch<Id>()
  const [shown, setShown] = useState<Texts<Id> & { outcome?: BatchOutcome<Id> }>()

  async function run(texts: Texts<Id>, ...batch: Parameters<typeof runBatch>) {
    setShown(texts)
    const outcome = await runBatch(...batch)
    if (outcome.isLeft) notify({ type: 'info', message: `${summaryOf(outcome, texts.done)}.` })
    else if (!isWhole(outcome)) setShown({ ...texts, outcome })
    return outcome
  }

  let dialogs = null
  if (shown && underWay) dialogs = <BatchProgressWindow action={shown.action} {...underWay} />
  else if (shown?.outcome) {
    const { action: _, outcome, ...texts } = shown
    const close = () => setShown(undefined)
    dialogs = <BatchOutcomeWindow {...texts} outcome={outcome} onClose={close} />
  }
  return { run, dialogs }
}
