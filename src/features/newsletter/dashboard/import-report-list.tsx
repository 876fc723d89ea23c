import { classNames } from '#ui/class-names.ts'
import type { ImportReport } from '../contract.ts'
import { type ImportOutcome, importOutcomes } from '../validation.ts'

const labels: Record<ImportOutcome, { before: string; after: string; tone?: string }> = {
  added: { before: 'Will be added', after: 'Added', tone: 'text-success' },
  known: { before: 'Subscribed already', after: 'Subscribed already' },
  unsubscribed: {
    before: 'Have unsubscribed, stay away',
    after: 'Have unsubscribed, stay away',
  },
  repeated: { before: 'Stand in the list before', after: 'Stand in the list before' },
  invalid: { before: 'No valid address', after: 'No valid address', tone: 'text-error' },
}

type ImportReportListProps = {
  report: ImportReport
  /** Whether it tells of an import; otherwise of what one would do. */
  isDone?: boolean
}

/** The numbers of an import, each with its rows behind it. */
export function ImportReportList({ report, isDone = false }: ImportReportListProps) {
  const { counts, rows } = report
  return (
    <div role="status" className="divide-y divide-line rounded bg-sand px-4">
      {importOutcomes
        .filter((outcome) => counts[outcome] > 0 || outcome === 'added')
        .map((outcome) => {
          const { before, after, tone } = labels[outcome]
          const named = rows.filter((row) => row.outcome === outcome)
          const line = (
            <>
              <span className={classNames('font-bold tabular-nums', tone)}>
                {counts[outcome].toLocaleString('en')}
              </span>{' '}
              {isDone ? after : before}
            </>
          )
          if (named.length === 0) {
            return (
              <p key={outcome} className="py-2.5">
                {line}
              </p>
            )
          }
          return (
            <details key={outcome} className="group">
              <summary className="cursor-pointer py-2.5">{line}</summary>
              <ul
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
                tabIndex={0}
                aria-label={isDone ? after : before}
                className="mb-3 max-h-40 overflow-y-auto rounded bg-raised px-3 py-1.5 text-sm"
              >
                {named.map(({ line: number, email }) => (
                  <li key={number} className="flex gap-3 py-1">
                    <span className="w-16 shrink-0 text-muted tabular-nums">Line {number}</span>
                    <span className="wrap-anywhere min-w-0">{email || 'no address'}</span>
                  </li>
                ))}
                {counts[outcome] > named.length && (
                  <li className="py-1 text-muted">
                    and {(counts[outcome] - named.length).toLocaleString('en')} more
                  </li>
                )}
              </ul>
            </details>
          )
        })}
    </div>
  )
}
