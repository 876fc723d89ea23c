import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { WayBack } from '#client/resources/page/detail-page.tsx'
import { dayMs } from '#shared/durations.ts'
import { formatDateTime, pluralize } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { EyeOff, Hourglass } from '#ui/icons.ts'
import type { Application } from '../../contract.ts'

/** The height of a card with the gap below it, in pixels. */
export const cardStepPx = 108

type BoardCardProps = {
  application: Application
  /** The props of the link that opens it. */
  tabIndex?: number
  menu?: ReactNode
}

/** Who applied, how long they have waited in their status, their score and who takes care of them. */
export function BoardCard({ application, tabIndex, menu }: BoardCardProps) {
  const { id, cohort, status_since, score_mean, score_count, assignee, waiting_since } = application
  const { pathname, search } = useLocation()
  const state: WayBack = { back: { to: pathname + search, text: 'Back to the board' } }
  return (
    <div className="flex h-25 flex-col rounded bg-raised py-2 pr-1 pl-3 shadow-low">
      <Link
        to={`/dashboard/applications/${id}?cohort_id=${cohort}`}
        state={state}
        draggable={false}
        tabIndex={tabIndex}
        className="line-clamp-2 wrap-anywhere pr-2 font-semibold text-sm leading-tight underline-offset-4 hover:underline"
      >
        {fullName(application)}
      </Link>
      {assignee && <p className="truncate pr-2 text-muted text-xs">{assignee.name}</p>}
      <p className="mt-auto flex items-center gap-x-1.5 text-muted text-xs">
        <span title={`Since ${formatDateTime(status_since)}`} className="truncate">
          {daysSince(status_since)}
        </span>
        {waiting_since && (
          <span title="Waiting for a spot" className="text-info">
            <Hourglass aria-hidden="true" className="size-3.5" />
            <span className="sr-only">Waiting for a spot</span>
          </span>
        )}
        {score_mean !== null && (
          <span className="font-semibold text-text tabular-nums">
            <span className="sr-only">Score: </span>
            {score_mean.toFixed(2)}
          </span>
        )}
        {score_mean === null && score_count > 0 && (
          <span
            title="Scores of colleagues, hidden until you have scored"
            className="inline-flex items-center gap-1 tabular-nums"
          >
            <EyeOff aria-hidden="true" className="size-3.5" />
            {score_count}
            <span className="sr-only"> hidden {score_count === 1 ? 'score' : 'scores'}</span>
          </span>
        )}
        <span className="ml-auto">{menu}</span>
      </p>
    </div>
  )
}

function daysSince(iso: string) {
  const days = Math.floor((Date.now() - Date.parse(iso)) / dayMs)
  return days < 1 ? 'Today' : pluralize(days, 'day')
}
