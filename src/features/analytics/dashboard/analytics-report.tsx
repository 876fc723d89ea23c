import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#client/api/client.ts'
import { problemsOf } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { ExportMenu } from '#client/resources/list/export-menu.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { AnalyticsReport } from '../contract.ts'
import { formatDuration } from '../duration.ts'
import { devices } from '../validation.ts'
import { ClickTable } from './click-table.tsx'
import { FunnelTables } from './funnel-tables.tsx'
import { MilestoneBars } from './milestone-bars.tsx'
import { PageTable } from './page-table.tsx'
import { PeriodFields } from './period-fields.tsx'
import { SourceTables } from './source-tables.tsx'
import { usePeriod } from './use-period.ts'
import { ViewsChart } from './views-chart.tsx'
import { VisitFilters } from './visit-filters.tsx'
import { VisitStats } from './visit-stats.tsx'

const LinksDialog = lazyComponent(() => import('./links-dialog.tsx'), 'LinksDialog')

/** The statistics of the whole site, or of one page. */
export function VisitReport() {
  const period = usePeriod()
  const { role } = useUser()
  const [isSharing, setIsSharing] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const { listUrl, from, to } = period
  const path = listUrl.get('path').slice(0, 300)
  const source = listUrl.get('source').slice(0, 60)
  const device = listUrl.get('device')
  const filters = { from, to, path, source, device: devices.find((known) => known === device) }
  const { data, error, refetch, isPlaceholderData } = useRead('analytics.report', filters, {
    keepsPrevious: true,
  })
  const isFiltered = Boolean(path || source || filters.device)
  // The filters are those of the next report already: why this one is empty can't be told from them.
  const report = isPlaceholderData && data && isEmpty(data) ? undefined : data
  /** What was pressed is gone then. */
  const focusFields = () => fields.current?.querySelector('select')?.focus()
  function clearFilters() {
    listUrl.set({ path: undefined, source: undefined, device: undefined })
    focusFields()
  }
  return (
    <>
      <PageHeading
        title="Analytics"
        text={
          path === '' ? (
            'What visitors do, counted without cookies and without anything of who they are'
          ) : (
            <>
              On {data?.pages.find((page) => page.path === path)?.title ?? path} alone.{' '}
              <Link
                to={listUrl.hrefWith({ path: undefined })}
                onClick={focusFields}
                className="text-primary underline"
              >
                Show all pages
              </Link>
            </>
          )
        }
        actions={
          <>
            {role === 'ADMIN' && (
              <Button variant="secondary" size="sm" onClick={() => setIsSharing(true)}>
                Share
              </Button>
            )}
            <ExportMenu
              plural="visits"
              fetchFile={(format) => api.analytics.export({ query: { format }, body: { filters } })}
            />
          </>
        }
      />
      <div ref={fields} className="mb-6 flex flex-wrap items-end gap-3">
        <PeriodFields {...period} />
        <VisitFilters listUrl={listUrl} sources={data?.sources.map(({ source }) => source) ?? []} />
      </div>
      {error && !data ? (
        <ErrorState text={problemsOf(error)} onRetry={refetch} />
      ) : report ? (
        <div className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {isFiltered && isEmpty(report) ? (
            <EmptyState
              seed="analytics"
              title="No visits match"
              text="Try fewer filters or other days."
              action={
                <Button variant="quiet" onClick={clearFilters}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <Whole report={report} isOfOnePage={path !== ''} />
          )}
        </div>
      ) : (
        <ReportSkeleton />
      )}
      {isSharing && <LinksDialog from={from} to={to} onClose={() => setIsSharing(false)} />}
    </>
  )
}

const isEmpty = (report: AnalyticsReport) => report.page_views + report.clicks === 0

function Whole({ report, isOfOnePage }: { report: AnalyticsReport; isOfOnePage: boolean }) {
  if (isEmpty(report)) {
    return (
      <EmptyState
        seed="analytics"
        title="Nobody has been here on these days"
        text="What visitors do shows here after ten seconds or so, and what they did last when they leave. Whoever asks not to be tracked is never counted."
        action={<ButtonLink to="/">See the site as visitors do</ButtonLink>}
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <VisitStats report={report} />
      <ViewsChart days={report.days} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
        <MilestoneBars
          title="How far down pages are read"
          total={report.page_views}
          rows={report.scroll_depth.map(({ percent, count }) => ({
            label: `${percent} %`,
            count,
          }))}
        />
        <MilestoneBars
          title="How long pages are looked at"
          total={report.page_views}
          rows={report.time_on_page.map(({ seconds, count }) => ({
            label: formatDuration(seconds),
            count,
          }))}
        />
        {!isOfOnePage && <PageTable pages={report.pages} />}
        <ClickTable clicked={report.clicked} />
        <FunnelTables funnel={report.funnel} />
        <SourceTables report={report} />
      </div>
    </div>
  )
}

function ReportSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <span className="sr-only">Loading...</span>
      <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-5">
        {['visitors', 'views', 'clicks', 'plays', 'time'].map((name) => (
          <Skeleton key={name} className="h-28 rounded" />
        ))}
      </div>
      <Skeleton className="h-56 rounded" />
      <Skeleton className="h-80 rounded" />
    </div>
  )
}
