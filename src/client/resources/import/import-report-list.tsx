import { formatCount } from '#shared/format.ts'
import { classNames } from '#ui/class-names.ts'

/** What becomes of the rows of a file: how many, and those that are named. */
export type FileReport<Outcome extends string> = {
  counts: Record<Outcome, number>
  rows: { line: number; text: string; outcome: Outcome }[]
}

/** The words after the number of each outcome, one or many, in their order. The first is told even if it is none. */
export type ImportLabels<Outcome extends string> = Record<
  Outcome,
  { before: string; after: string; tone?: string }
>

type ImportReportListProps<Outcome extends string> = {
  report: FileReport<Outcome>
  labels: ImportLabels<Outcome>
  /** Whether it tells of an import; otherwise of what one would do. */
  isDone?: boolean
}

/** The numbers of an import, each with its rows behind it. */
export function ImportReportList<Outcome extends string>(props: ImportReportListProps<Outcome>) {
  const { report, labels, isDone = false } = props
  const { counts, rows } = report
  const outcomes = Object.keys(labels) as Outcome[]
  return (
    <div role="status" className="divide-y divide-line rounded bg-sand px-4">
      {outcomes
        .filter((outcome, index) => counts[outcome] > 0 || index === 0)
        .map((outcome) => {
          const { before, after, tone } = labels[outcome]
          const named = rows.filter((row) => row.outcome === outcome)
          const line = (
            <>
              <span className={classNames('font-bold tabular-nums', tone)}>
                {formatCount(counts[outcome])}
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
                {named.map(({ line: number, text }) => (
                  <li key={number} className="flex gap-3 py-1">
                    <span className="w-16 shrink-0 text-muted tabular-nums">Line {number}</span>
                    <span className="wrap-anywhere min-w-0">{text}</span>
                  </li>
                ))}
                {counts[outcome] > named.length && (
                  <li className="py-1 text-muted">
                    and {formatCount(counts[outcome] - named.length)} more
                  </li>
                )}
              </ul>
            </details>
          )
        })}
    </div>
  )
}
