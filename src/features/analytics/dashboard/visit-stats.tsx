import type { AnalyticsReport } from '../contract.ts'
import { formatDuration } from './duration.ts'

export function VisitStats({ report }: { report: AnalyticsReport }) {
  const { page_views, clicks, video_plays, seconds_per_view } = report
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Stat label="Page views" value={page_views.toLocaleString('en')} />
      <Stat label="Clicks" value={clicks.toLocaleString('en')} text="On buttons and links" />
      <Stat
        label="Video plays"
        value={video_plays.toLocaleString('en')}
        text="Of the film on the home page"
      />
      <Stat
        label="Time on a page"
        value={seconds_per_view === null ? '–' : formatDuration(seconds_per_view)}
        text="On average; up to 10 seconds count as none"
      />
    </dl>
  )
}

function Stat({ label, value, text }: { label: string; value: string; text?: string }) {
  return (
    <div className="rounded bg-raised p-4 shadow-low sm:p-5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-extrabold text-2xl tabular-nums">{value}</dd>
      {text && <dd className="mt-1 text-muted text-sm">{text}</dd>}
    </div>
  )
}
