import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { capitalize, formatCount, pluralize } from '#shared/format.ts'
import type { AllMatching, RowId, RowSelection } from '#ui/data-table/selection.ts'
import { notify } from '#ui/feedback/notify.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useCallForm } from '../../forms/use-call-form.ts'
import type { UndoableChange } from '../undo/undo-strip.tsx'
import { summaryOf } from './batch-outcome.ts'
import { BatchOutcomeWindow } from './batch-outcome-window.tsx'
import { BatchProgressWindow } from './batch-progress-window.tsx'
import { type BatchOutcome, type BatchStep, inChunks, isWhole, useBatch } from './use-batch.ts'

type BatchDialogProps<Row extends { id: RowId }, Values extends FieldValues> = {
  /** The rows to change. Unchanged rows stay selected. */
  selection: RowSelection<Row>
  /** The singular name of a row, such as 'application'. */
  noun: string
  rowName: (row: Row) => string
  /** The action, before the number of rows: 'Change the status of'. */
  title: string
  submitLabel: string
  /** The initial values of the fields. */
  values: Values
  /** @returns messages by field; nothing is sent while there is one */
  validate?: (values: Values) => Partial<Record<Path<Values>, string>>
  /** What becomes of the rows: 'shortlisted'. */
  becomes: (values: Values) => string
  /** What the rows are before they are changed, such as their statuses. */
  summarize?: (rows: Row[]) => string
  /** The same of all that match, as the server counts them; undefined until it has. */
  summaryOfAll?: string
  /**
   * Changes some rows, unless they have changed since the user saw them. Needed unless the dialog is for all that
   * match.
   */
  sendRows?: (
    rows: Row[],
    values: Values,
    batch: number | null,
  ) => ReturnType<Parameters<typeof inChunks<Row>>[1]>
  /** Changes all rows that matched, on every page, where the list offers that. */
  sendAll?: (
    all: AllMatching,
    values: Values,
    signal: AbortSignal,
  ) => AsyncIterable<BatchStep<Row['id']>>
  onClose: () => void
  /** Called after rows have been changed. */
  onChanged: (change: UndoableChange) => void
  children?: (form: ReturnType<typeof useCallForm<Values>>) => ReactNode
}

/** Changes all selected rows: asks for the values, shows the progress, then the outcome. */
export function BatchDialogWindow<Row extends { id: RowId }, Values extends FieldValues>(
  props: BatchDialogProps<Row, Values>,
) {
  const { selection, noun, validate, onClose } = props
  // What the user saw when they decided: the list behind the dialog is loaded anew meanwhile.
  const [target] = useState(selection)
  const [outcome, setOutcome] = useState<BatchOutcome<Row['id']>>()
  const { run, underWay } = useBatch<Row['id']>()
  const form = useCallForm<Values>(props.values as DefaultValues<Values>, async (values) => {
    const missing = Object.entries<string | undefined>(validate?.(values) ?? {})
    for (const [index, [name, message]] of missing.entries()) {
      form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
    }
    if (missing.length > 0) return
    const changed = new Set<Row['id']>()
    const { sendRows, sendAll } = props
    const result = await run(target.count, (signal) => {
      if (target.all && sendAll) return sendAll(target.all, values, signal)
      if (!sendRows) throw new Error('This dialog is for all that match')
      const send = (rows: Row[], batch: number | null) => sendRows(rows, values, batch)
      return inChunks([...target.rows.values()], send, changed, signal)
    })
    const { batch, succeeded: count } = result
    if (count > 0) {
      const verb = count === 1 ? 'is' : 'are'
      props.onChanged({
        text: `${pluralize(count, noun)} ${verb} ${props.becomes(values)} now.`,
        ...(batch != null && { batch: { id: batch, count, noun } }),
      })
    }
    if (isWhole(result) && !result.isLeft) onClose()
    else setOutcome(result)
    if (!target.all) selection.drop(changed)
    else if (result.succeeded > 0) selection.clear()
    if (result.isLeft) notify({ type: 'info', message: `${summaryOf(result)}.` })
  })
  const rows = pluralize(target.count, noun)
  const values = form.watch()
  const isFilledIn = Object.keys(validate?.(values) ?? {}).length === 0
  const from = target.all ? props.summaryOfAll : props.summarize?.([...target.rows.values()])

  if (outcome) {
    return (
      <BatchOutcomeWindow
        outcome={outcome}
        onClose={onClose}
        isAll={target.all !== undefined}
        nameOf={(id) => {
          const row = target.rows.get(id)
          return row ? props.rowName(row) : `${capitalize(noun)} ${id}`
        }}
      />
    )
  }
  if (underWay) return <BatchProgressWindow action={`changing ${rows}`} {...underWay} />
  return (
    <FormDialog
      title={`${props.title} ${rows}`}
      submitLabel={props.submitLabel}
      {...form.dialog}
      onClose={onClose}
    >
      <BatchNames target={target} from={from} rowName={props.rowName}>
        {isFilledIn && ` → ${props.becomes(values)}`}
      </BatchNames>
      {props.children?.(form)}
    </FormDialog>
  )
}

type BatchNamesProps<Row extends { id: RowId }> = {
  target: RowSelection<Row>
  rowName: (row: Row) => string
  /** What the rows are now. */
  from: string | undefined
  /** What becomes of them, once that is chosen. */
  children: ReactNode
}

const namedMax = 5

/** Whom a batch is about, the first by name, and what it changes from and to. */
function BatchNames<Row extends { id: RowId }>(props: BatchNamesProps<Row>) {
  const { target, rowName, from, children } = props
  const names = [...target.rows.values()].slice(0, namedMax).map(rowName)
  const others = target.count - names.length
  return (
    <div className="rounded bg-sand px-4 py-3 text-sm">
      {/* The keys select all that match without any row that is known by name. */}
      {names.length > 0 && (
        <p className="wrap-anywhere font-medium">
          {names.join(', ')}
          {others > 0 && ` and ${formatCount(others)} more`}
        </p>
      )}
      {target.all && <p className="mt-1 text-muted">All that match, on every page.</p>}
      {(from || target.all) && (
        // It is counted after the dialog has opened.
        <p role="status" className="mt-1 min-h-5">
          {from}
          {from && children}
        </p>
      )}
    </div>
  )
}
