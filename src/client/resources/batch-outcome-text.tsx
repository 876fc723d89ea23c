import type { RowId } from '#ui/data-table/selection.ts'
import type { BatchOutcome } from './use-batch.ts'

type BatchOutcomeTextProps<Id extends RowId> = {
  outcome: BatchOutcome<Id>
  nameOf: (id: Id) => string
}

/** How many were changed, and of each that was not, why. */
export function BatchOutcomeText<Id extends RowId>(props: BatchOutcomeTextProps<Id>) {
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
