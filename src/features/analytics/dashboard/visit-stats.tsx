import type { AnalyticsReport } from '../contract.ts'
import { formatDuration } from './written-duration.ts'

/** The totals of the period. */
export function VisitStats({ report }: { report: AnalyticsReport }) {
  const { page_views, clicks, video_plays, seconds_per_view } = report
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Figure label="Page views" figure={page_views.toLocaleString('en')} />
      <Figure label="Clicks" figure={clicks.toLocaleString('en')} text="On buttons and links" />
      <Figure
        label="Video plays"
        figure={video_plays.toLocaleString('en')}
        text="Of the film on the home page"
      />
      <Figure
        label="Time on a page"
        figure={seconds_per_view === null ? '–' : formatDuration(seconds_per_view)}
        text="On average; up to 10 seconds count as none"
      />
    </dl>
  )
}

function Figure({ label, figure, text }: { label: string; figure: string; text?: string }) {
  return (
    <div className="rounded bg-raised p-4 shadow-low sm:p-5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-extrabold text-2xl tabular-nums">{figure}</dd>
      {text && <dd className="mt-1 text-muted text-sm">{text}</dd>}
    </div>
  )
}
