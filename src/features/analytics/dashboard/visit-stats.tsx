import { formatCount } from '#shared/format.ts'
import type { AnalyticsReport } from '../contract.ts'
import { formatDuration } from '../duration.ts'

export function VisitStats({ report }: { report: AnalyticsReport }) {
  const { page_views, clicks, video_plays, seconds_per_view, visitors_per_day, before } = report
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-5">
      <Stat
        label="Visitors a day"
        value={visitors_per_day === null ? '–' : formatCount(visitors_per_day)}
        change={changeOf(visitors_per_day, before.visitors_per_day)}
        text="Of the whole site, within 5 %"
      />
      <Stat
        label="Page views"
        value={formatCount(page_views)}
        change={changeOf(page_views, before.page_views)}
      />
      <Stat
        label="Clicks"
        value={formatCount(clicks)}
        change={changeOf(clicks, before.clicks)}
        text="On buttons and links"
      />
      <Stat
        label="Video plays"
        value={formatCount(video_plays)}
        change={changeOf(video_plays, before.video_plays)}
        text="Of the film on the home page"
      />
      <Stat
        label="Time on a page"
        value={seconds_per_view === null ? '–' : formatDuration(seconds_per_view)}
        change={changeOf(seconds_per_view, before.seconds_per_view)}
        text="On average; up to 10 seconds count as none"
      />
    </dl>
  )
}

/** How much more or less it is than in as many days before; undefined where there is nothing to compare with. */
function changeOf(now: number | null, before: number | null) {
  if (now === null || !before) return undefined
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'As before'
  return `${formatCount(Math.abs(percent))} % ${percent > 0 ? 'more' : 'less'} than before`
}

type StatProps = { label: string; value: string; change?: string; text?: string }

function Stat({ label, value, change, text }: StatProps) {
  return (
    <div className="rounded bg-raised p-4 shadow-low max-xl:last:col-span-2 sm:p-5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-extrabold text-2xl tabular-nums">{value}</dd>
      {change && <dd className="mt-1 font-semibold text-sm">{change}</dd>}
      {text && <dd className="mt-1 text-muted text-sm">{text}</dd>}
    </div>
  )
}
