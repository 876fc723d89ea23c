import type { RowId } from '#ui/data-table/selection.ts'
import type { BatchOutcome } from './use-batch.ts'

/** The outcome in numbers: '2 changed, 1 failed'. @param done what has happened to those that did not fail */
export function summaryOf(
  { succeeded, failed_count, unsent }: BatchOutcome<RowId>,
  done = 'changed',
) {
  const counts = [`${shown(succeeded)} ${done}`]
  if (failed_count > 0 || unsent > 0) counts.push(`${shown(failed_count)} failed`)
  if (unsent > 0) counts.push(`${shown(unsent)} not tried`)
  return counts.join(', ')
}

const shown = (count: number) => count.toLocaleString('en')

type BatchOutcomeTextProps<Id extends RowId> = {
  outcome: BatchOutcome<Id>
  /** Whether the batch was on all that matched, of which the browser doesn't know the rows. */
  isAll: boolean
  nameOf: (id: Id) => string
  done?: string
}

/** The number of changed rows, and the reason for each failed one. */
export function BatchOutcomeText<Id extends RowId>(props: BatchOutcomeTextProps<Id>) {
  const { outcome, isAll, nameOf, done } = props
  const { failed, failed_count, unsent, problem } = outcome
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        {summaryOf(outcome, done)}
      </p>
      {problem && <p className="font-medium text-error">{problem}</p>}
      {isAll && unsent > 0 && (
        <p className="text-muted text-sm">
          Up to 500 more may have been changed: those that were under way when it stopped.
        </p>
      )}
      {failed.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          aria-label="Failed"
          className="max-h-72 overflow-y-auto rounded bg-error-soft px-4 py-2 text-sm"
        >
          {failed.map(({ id, detail, name }) => (
            <li key={id} className="py-1.5">
              <span className="font-semibold">{name || nameOf(id)}</span>: {detail}
            </li>
          ))}
          {failed_count > failed.length && (
            <li className="py-1.5">and {shown(failed_count - failed.length)} more</li>
          )}
        </ul>
      )}
      {!isAll && failed_count + unsent > 0 && (
        <p className="text-muted text-sm">Those that were not changed are still selected.</p>
      )}
    </div>
  )
}
