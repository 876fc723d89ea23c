import { formatDateTime } from '#shared/format.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusChange } from '../contract.ts'
import { applicationStatusLooks } from './application-status.ts'

/** What became of an application: every change of its status, the latest first. */
export function ApplicationHistory({ history }: { history: readonly StatusChange[] }) {
  const latestFirst = history.toSorted((a, b) => b.id - a.id)
  return (
    <section aria-labelledby="history" className="rounded bg-raised p-5 shadow-low">
      <h2 id="history" className="mb-4 text-xl">
        History
      </h2>
      <ol className="flex flex-col gap-4">
        {latestFirst.map((change) => (
          <li key={change.id} className="border-line border-l-2 pl-4">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {change.from_status && (
                <>
                  <StatusBadge looks={applicationStatusLooks} status={change.from_status} />
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span>
                </>
              )}
              <StatusBadge looks={applicationStatusLooks} status={change.to_status} />
            </div>
            <p className="mt-1 text-muted text-sm">
              {change.by || 'The applicant'},{' '}
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
