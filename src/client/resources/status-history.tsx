import { formatDateTime } from '#shared/format.ts'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'

type StatusHistoryProps<Status extends string> = {
  looks: StatusLooks<Status>
  history: readonly {
    id: number
    from_status: Status | null
    to_status: Status
    notes: string
    by: string
    created_at: string
  }[]
  /** Who began it: 'The applicant'. */
  beganBy: string
}

/** Every status change of a row, latest first. */
export function StatusHistory<Status extends string>(props: StatusHistoryProps<Status>) {
  const { looks, history, beganBy } = props
  const latestFirst = history.toSorted((a, b) => b.id - a.id)
  return (
    <section aria-labelledby="history" className="rounded bg-raised p-5 shadow-low">
      <h2 id="history" className="mb-4 text-xl">
        History
      </h2>
      {latestFirst.length === 0 && <p className="text-muted">Nothing has been changed yet.</p>}
      <ol className="flex flex-col gap-4">
        {latestFirst.map((change) => (
          <li key={change.id} className="border-line border-l-2 pl-4">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {change.from_status && (
                <>
                  <StatusBadge looks={looks} status={change.from_status} />
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span>
                </>
              )}
              <StatusBadge looks={looks} status={change.to_status} />
            </div>
            <p className="mt-1 text-muted text-sm">
              {change.by || beganBy},{' '}
              <time dateTime={change.created_at}>{formatDateTime(change.created_at)}</time>
            </p>
            {change.notes && (
              <p className="measure mt-1 whitespace-pre-line wrap-anywhere">{change.notes}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
