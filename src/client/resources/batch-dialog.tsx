import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import type { RowId, Selection } from '#ui/data-table/selection.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useCallForm } from '../forms/use-call-form.ts'
import { BatchOutcomeText } from './batch-outcome-text.tsx'
import { type BatchOutcome, type SendBatch, useBatch } from './use-batch.ts'

type BatchDialogProps<Id extends RowId, Values extends FieldValues> = {
  /** The rows to change. Those that are not changed stay selected. */
  selection: Selection<Id>
  /** What a row is, such as 'application'. */
  noun: string
  /** What a row is called, as far as it has been shown. */
  nameOf: (id: Id) => string
  /** What is done: 'Change the status of', before the number of rows. */
  title: string
  submitLabel: string
  /** What the fields begin with. */
  values: Values
  /** What is missing, by field; nothing is sent until nothing is. */
  validate?: (values: Values) => Partial<Record<Path<Values>, string>>
  send: (ids: Id[], values: Values) => ReturnType<SendBatch<Id>>
  onClose: () => void
  /** The fields. */
  children: (form: ReturnType<typeof useCallForm<Values>>) => ReactNode
}

/** Changes all that are selected: asks how, shows how far it is, and tells what came of it. */
export function BatchDialog<Id extends RowId, Values extends FieldValues>(
  props: BatchDialogProps<Id, Values>,
) {
  const { selection, nameOf, validate, send, onClose } = props
  // The selection shrinks to the failed ones while the outcome still shows.
  const [ids] = useState(() => [...selection.ids])
  const [outcome, setOutcome] = useState<BatchOutcome<Id>>()
  const { run, cancel, progress, isCancelling } = useBatch<Id>()
  const form = useCallForm<Values>(props.values as DefaultValues<Values>, async (values) => {
    const missing = Object.entries<string | undefined>(validate?.(values) ?? {})
    for (const [index, [name, message]] of missing.entries()) {
      form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
    }
    if (missing.length > 0) return
    const result = await run(ids, (chunk) => send(chunk, values))
    setOutcome(result)
    selection.replace([...result.failed.map(({ id }) => id), ...result.unsent])
  })
  const rows = pluralize(ids.length, props.noun)

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
      <Dialog isOpen onClose={cancel} title={`Changing ${rows}`} actions={stop}>
        <ProgressBar
          label={`${progress.done} of ${progress.total} done`}
          value={(progress.done / progress.total) * 100}
        />
        <p className="text-muted text-sm">
          What has been changed stays changed when you cancel. The others stay as they are.
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={`${props.title} ${rows}`}
      submitLabel={props.submitLabel}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
    >
      {props.children(form)}
    </FormDialog>
  )
}
