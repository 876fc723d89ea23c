import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { pluralize } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import type { RowId, Selection } from '#ui/data-table/selection.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useCallForm } from '../forms/use-call-form.ts'
import { type BatchOutcome, type SendBatch, useBatch } from './use-batch.ts'

type BatchDialogProps<Id extends RowId, Values extends FieldValues> = {
  /** The rows to change. Unchanged rows stay selected. */
  selection: Selection<Id>
  /** The singular name of a row, such as 'application'. */
  noun: string
  /** The name of a row, as far as the row has been loaded. */
  nameOf: (id: Id) => string
  /** The action, before the number of rows: 'Change the status of'. */
  title: string
  submitLabel: string
  /** The initial values of the fields. */
  values: Values
  /** @returns messages by field; nothing is sent while there is one */
  validate?: (values: Values) => Partial<Record<Path<Values>, string>>
  send: (ids: Id[], values: Values) => ReturnType<SendBatch<Id>>
  onClose: () => void
  children: (form: ReturnType<typeof useCallForm<Values>>) => ReactNode
}

/** Changes all selected rows: asks for the values, shows the progress, then the outcome. */
export function BatchDialog<Id extends RowId, Values extends FieldValues>(
  props: BatchDialogProps<Id, Values>,
) {
  const { selection, nameOf, validate, send, onClose } = props
  // The selection shrinks to the failed rows while the outcome still shows.
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

type BatchOutcomeTextProps<Id extends RowId> = {
  outcome: BatchOutcome<Id>
  nameOf: (id: Id) => string
}

/** The number of changed rows, and the reason for each failed one. */
function BatchOutcomeText<Id extends RowId>(props: BatchOutcomeTextProps<Id>) {
  const { outcome, nameOf } = props
  const { changed, failed, unsent } = outcome
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {changed.length} changed, {failed.length} failed
        {unsent.length > 0 && `, ${unsent.length} not tried`}
      </p>
      {failed.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label="Failed"
          className="max-h-72 overflow-y-auto rounded bg-error-soft px-4 py-2 text-sm"
        >
          {failed.map(({ id, detail }) => (
            <li key={id} className="py-1.5">
              <span className="font-semibold">{nameOf(id)}</span>: {detail}
            </li>
          ))}
        </ul>
      )}
      {failed.length + unsent.length > 0 && (
        <p className="text-muted text-sm">Those that were not changed are still selected.</p>
      )}
    </div>
  )
}
