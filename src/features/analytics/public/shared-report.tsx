import type { ReactNode } from 'react'
import { formatCount, formatDate, pluralize } from '#shared/format.ts'
import { formatDuration } from '../duration.ts'
import { deviceLabel, sourceLabel } from '../labels.ts'
import type { SharedStatistics } from '../links-contract.ts'

/** The statistics of a link, as tables, which need no JavaScript. */
export function SharedReport({ shared }: { shared: SharedStatistics }) {
  const { totals, days, pages, sources, devices, scroll_depth, time_on_page, funnel } = shared
  return (
    <div className="grid gap-10">
      {totals && (
        <CountSection
          title="Visits"
          names={['What']}
          rows={[
            { name: 'Page views', values: [totals.page_views] },
            { name: 'Visits that began', values: [totals.landings] },
            {
              name: 'Visitors a day, on average, within 5 %',
              values: [totals.visitors_per_day ?? '–'],
            },
          ]}
        />
      )}
      {days && (
        <CountSection
          title="Day by day"
          names={['Day']}
          counts={['Page views', 'Visitors']}
          rows={days.map(({ day, page_views, visitors }) => ({
            name: formatDate(day),
            values: [page_views, visitors],
          }))}
        />
      )}
      {pages && (
        <CountSection
          title="Pages"
          names={['Page']}
          counts={['Views', 'Time']}
          rows={pages.map(({ path, title, page_views, seconds_per_view }) => ({
            key: path,
            name: title,
            values: [
              page_views,
              seconds_per_view === null ? '–' : formatDuration(seconds_per_view),
            ],
          }))}
        />
      )}
      {sources && (
        <CountSection
          title="Where visits come from"
          names={['Source']}
          counts={['Views', 'Visits that began']}
          rows={sources.map(({ source, page_views, landings }) => ({
            key: source,
            name: sourceLabel(source),
            values: [page_views, landings],
          }))}
        />
      )}
      {devices && (
        <CountSection
          title="Devices"
          names={['Device']}
          counts={['Views']}
          rows={devices.map(({ device, page_views }) => ({
            name: deviceLabel(device),
            values: [page_views],
          }))}
        />
      )}
      {scroll_depth && (
        <CountSection
          title="How far down pages are read"
          names={['Of the page']}
          counts={['Views']}
          rows={scroll_depth.map(({ percent, count }) => ({
            name: `${percent} %`,
            values: [count],
          }))}
        />
      )}
      {time_on_page && (
        <CountSection
          title="How long pages are looked at"
          names={['At least']}
          counts={['Views']}
          rows={time_on_page.map(({ seconds, count }) => ({
            key: seconds,
            name: formatDuration(seconds),
            values: [count],
          }))}
        />
      )}
      {funnel && (
        <CountSection
          title={`The application, which was opened ${pluralize(funnel.seen, 'time')}`}
          names={['Cohort']}
          counts={['Chosen', 'Stack chosen', 'Typed', 'Sent']}
          rows={funnel.cohorts.map(({ id, name, chosen, stack, typed, sent }) => ({
            key: id,
            name,
            values: [chosen, stack, typed, sent],
          }))}
        />
      )}
    </div>
  )
}

type CountRow = {
  /** By default the name: pages and cohorts may share theirs. */
  key?: string | number
  name: string
  /** In the order of the columns. */
  values: readonly (number | string)[]
}

type CountSectionProps = {
  title: string
  names: readonly [string]
  counts?: readonly string[]
  rows: readonly CountRow[]
}

function CountSection({ title, names, counts = ['How many'], rows }: CountSectionProps) {
  const cell = 'border-line border-b py-2 pr-3 last:pr-0'
  return (
    <section>
      <h2 className="mb-3 text-2xl">{title}</h2>
      {rows.length === 0 ? (
        <p className="text-muted">Nothing was counted on these days.</p>
      ) : (
        <table className="w-full max-w-3xl text-sm sm:text-base">
          <thead>
            <tr className="text-left align-bottom">
              <th className={cell}>{names[0]}</th>
              {counts.map((count) => (
                <th key={count} className={`${cell} text-right`}>
                  {count}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, key = name, values }) => (
              <tr key={key}>
                <th scope="row" className={`${cell} wrap-anywhere text-left font-normal`}>
                  {name}
                </th>
                {counts.map((count, index) => (
                  <td key={count} className={`${cell} whitespace-nowrap text-right tabular-nums`}>
                    {shown(values[index])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const shown = (value: string | number | undefined): ReactNode =>
  typeof value === 'number' ? formatCount(value) : value
