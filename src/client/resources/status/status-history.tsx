import type { ReactNode } from 'react'
import { formatDateTime } from '#shared/format.ts'
import { StatusBadge, type StatusLooks } from '#ui/status-badge.tsx'

type StatusChange<Status extends string> = {
  id: number
  from_status: Status | null
  to_status: Status
  notes: string
  by: string
  created_at: string
}

type StatusHistoryProps<Status extends string, Change extends StatusChange<Status>> = {
  looks: StatusLooks<Status>
  history: readonly Change[]
  /** Who began it: 'The applicant'. */
  beganBy: string
  /** What a change was about, if not the status. */
  otherChange?: (change: Change) => ReactNode
  /** What stands below a change, such as the email that tells of it. */
  more?: (change: Change) => ReactNode
}

/** Every change of a row, latest first: from one status to another, or something else. */
export function StatusHistory<Status extends string, Change extends StatusChange<Status>>(
  props: StatusHistoryProps<Status, Change>,
) {
  const { looks, history, beganBy, otherChange, more } = props
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
              {otherChange?.(change) || (
                <>
                  {change.from_status && (
                    <>
                      <StatusBadge looks={looks} status={change.from_status} />
                      <To />
                    </>
                  )}
                  <StatusBadge looks={looks} status={change.to_status} />
                </>
              )}
            </div>
            <p className="mt-1 text-muted text-sm">
              {change.by || beganBy},{' '}
              <time dateTime={change.created_at}>{formatDateTime(change.created_at)}</time>
            </p>
            {more?.(change)}
            {change.notes && (
              <p className="measure mt-1 whitespace-pre-line wrap-anywhere">{change.notes}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The arrow from what was to what is. */
export const To = () => (
  <>
    <span aria-hidden="true">→</span>
    <span className="sr-only">to</span>
  </>
)
