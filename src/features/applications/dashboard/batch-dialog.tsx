import { useState } from 'react'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { BatchOutcomeText } from './batch-outcome-text.tsx'
import { noStatusYet, StatusFields, type StatusValues } from './status-fields.tsx'
import { type BatchOutcome, useBatchChange } from './use-batch-change.ts'

type BatchDialogProps = {
  ids: readonly number[]
  /** What an application is called, as far as it has been shown. */
  nameOf: (id: number) => string
  onClose: () => void
  /** Called with what became of each, as soon as it is known. */
  onDone: (outcome: BatchOutcome) => void
}

/** Changes the status of all that are selected: asks for it, shows how far it is, and tells what came of it. */
export function BatchDialog({ ids, nameOf, onClose, onDone }: BatchDialogProps) {
  // The selection shrinks to the failed ones while the outcome still shows.
  const [count] = useState(ids.length)
  const [outcome, setOutcome] = useState<BatchOutcome>()
  const { run, cancel, progress, isCancelling } = useBatchChange()
  const form = useCallForm<StatusValues>(noStatusYet, async ({ status, notes }) => {
    if (status === '') {
      form.setError('status', { message: 'Please choose a status' }, { shouldFocus: true })
      return
    }
    const result = await run(ids, status, notes)
    setOutcome(result)
    onDone(result)
  })
  const noun = count === 1 ? 'application' : 'applications'

  if (outcome) {
    const close = <Button onClick={onClose}>Close</Button>
    return (
      <Dialog isOpen onClose={onClose} title="What was changed" actions={close}>
        <BatchOutcomeText outcome={outcome} nameOf={nameOf} />
      </Dialog>
    )
  }
  if (progress) {
    const stop = (
      <Button variant="secondary" onClick={cancel} aria-disabled={isCancelling}>
        {isCancelling ? 'Stopping...' : 'Cancel'}
      </Button>
    )
    return (
      <Dialog isOpen onClose={cancel} title={`Changing ${count} ${noun}`} actions={stop}>
        <ProgressBar
          label={`${progress.done} of ${progress.total} done`}
          value={(progress.done / progress.total) * 100}
        />
        <p className="text-muted text-sm">
          What has been changed stays changed when you cancel. The others keep their status.
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={`Change the status of ${count} ${noun}`}
      submitLabel="Change status"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      <StatusFields
        form={form}
        hint="Kept in the history of each. The applicants do not see them."
      />
    </FormDialog>
  )
}
