import type { ReactNode } from 'react'
import { batchWindowMax } from '#shared/batch-window.ts'
import { formatCount } from '#shared/format.ts'
import { Button } from '#ui/button.tsx'
import type { RowId } from '#ui/data-table/selection.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { summaryOf } from './batch-outcome.ts'
import { type BatchOutcome, chunkSize } from './use-batch.ts'

type BatchOutcomeTextProps<Id extends RowId> = {
  outcome: BatchOutcome<Id>
  /** Whether the batch was on all that matched, of which the browser doesn't know the rows. */
  isAll: boolean
  nameOf: (id: Id) => string
  done?: string
}

export type BatchOutcomeWindowProps<Id extends RowId> = BatchOutcomeTextProps<Id> & {
  title?: string
  onClose: () => void
}

/** Tells how many rows a batch has changed, and why others failed. */
export function BatchOutcomeWindow<Id extends RowId>(props: BatchOutcomeWindowProps<Id>) {
  const { title = 'What was changed', onClose, ...outcome } = props
  const close = <Button onClick={onClose}>Close</Button>
  return (
    <Dialog isOpen onClose={onClose} title={title} actions={close}>
      <BatchOutcomeText {...outcome} />
    </Dialog>
  )
}

/** The number of changed rows, and the reason for each failed one. */
function BatchOutcomeText<Id extends RowId>(props: BatchOutcomeTextProps<Id>) {
  const { outcome, isAll, nameOf, done } = props
  const { failed, failed_count, unsent, isOutcomeUnknown, problem, notices = [] } = outcome
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {summaryOf(outcome, done)}
      </p>
      {problem && <p className="font-medium text-error">{problem}</p>}
      {(isAll || isOutcomeUnknown) && unsent > 0 && (
        <p className="text-muted text-sm">
          Up to {formatCount(Math.min(unsent, isAll ? batchWindowMax : chunkSize))} more may have
          been changed: those that were under way when it stopped.
        </p>
      )}
      {notices.length > 0 && (
        <ScrolledList name="Please note" colors="bg-warning-soft text-warning">
          {[...new Set(notices)].map((notice) => (
            <li key={notice} className="py-1.5">
              {notice}
            </li>
          ))}
        </ScrolledList>
      )}
      {failed.length > 0 && (
        <ScrolledList name="Failed" colors="bg-error-soft">
          {failed.map(({ id, detail, name }) => (
            <li key={id} className="py-1.5">
              <span className="font-semibold">{name || nameOf(id)}</span>: {detail}
            </li>
          ))}
          {failed_count > failed.length && (
            <li className="py-1.5">and {formatCount(failed_count - failed.length)} more</li>
          )}
        </ScrolledList>
      )}
      {!isAll && failed_count + unsent > 0 && (
        <p className="text-muted text-sm">
          {isOutcomeUnknown
            ? 'Those of which no change is known are still selected.'
            : 'Those that were not changed are still selected.'}
        </p>
      )}
    </div>
  )
}

function ScrolledList(props: { name: string; colors: string; children: ReactNode }) {
  const { name, colors, children } = props
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={name}
      className={`max-h-72 overflow-y-auto rounded px-4 py-2 text-sm ${colors}`}
    >
      {children}
    </ul>
  )
}
