import { formatCount } from '#shared/format.ts'
import type { RowId } from '#ui/data-table/selection.ts'
import type { BatchOutcome } from './use-batch.ts'

/** The outcome in numbers: '2 changed, 1 failed'. @param done what has happened to those that did not fail */
export function summaryOf(
  { succeeded, failed_count, unsent, isOutcomeUnknown }: BatchOutcome<RowId>,
  done = 'changed',
) {
  const counts = [`${formatCount(succeeded)} ${done}`]
  if (failed_count > 0 || unsent > 0) counts.push(`${formatCount(failed_count)} failed`)
  if (unsent > 0) {
    counts.push(`${formatCount(unsent)} ${isOutcomeUnknown ? 'without an answer' : 'not tried'}`)
  }
  return counts.join(', ')
}
