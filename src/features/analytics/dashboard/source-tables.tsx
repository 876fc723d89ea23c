import { Link } from 'react-router'
import { type ListUrl, useListUrl } from '#ui/data-table/list-url.ts'
import type { AnalyticsReport } from '../contract.ts'
import { deviceLabel, sourceLabel } from '../labels.ts'
import { CountTable } from './count-table.tsx'

/** Where visits came from, on what, and what they were looking for. */
export function SourceTables({ report }: { report: AnalyticsReport }) {
  const listUrl = useListUrl()
  return (
    <>
      <CountTable
        label="Sources"
        names={['Source', 'Kind']}
        counts={['Visits', 'Views']}
        rows={report.sources.map(({ source, kind, landings, page_views }) => ({
          key: source,
          names: [
            <FilterLink
              key="source"
              listUrl={listUrl}
              name="source"
              value={source}
              label={sourceLabel(source)}
            />,
            kinds[kind],
          ],
          counts: [landings, page_views],
        }))}
      />
      <CountTable
        label="First pages of visits from elsewhere"
        names={['First page']}
        counts={['Search', 'Shared', 'Sites']}
        rows={report.landings_by_page.map(({ path, title, search, shared, sites }) => ({
          key: path,
          names: [title],
          counts: [search, shared, sites],
        }))}
      />
      <CountTable
        label="Devices"
        names={['Device']}
        counts={['Views']}
        rows={report.devices.map(({ device, page_views }) => ({
          key: device,
          names: [
            <FilterLink
              key="device"
              listUrl={listUrl}
              name="device"
              value={device}
              label={deviceLabel(device)}
            />,
          ],
          counts: [page_views],
        }))}
      />
      <CountTable
        label="Languages"
        names={['Language that browsers ask for']}
        counts={['Visits']}
        rows={report.languages.map(({ language, count }) => ({
          key: language,
          names: [languageLabel(language)],
          counts: [count],
        }))}
      />
      <CountTable
        label="Campaigns"
        names={['Campaign', 'Source']}
        counts={['Visits']}
        rows={report.campaigns.map(({ name, source, count }) => ({
          key: `${name} ${source}`,
          names: [name, sourceLabel(source)],
          counts: [count],
        }))}
      />
      <CountTable
        label="Pages that do not exist"
        names={['Address that does not exist', 'Link on']}
        counts={['Times']}
        rows={report.not_found.map(({ path, source, count }) => ({
          key: `${path} ${source}`,
          names: [path === 'other' ? 'Other addresses' : path, sourceLabel(source)],
          counts: [count],
        }))}
      />
    </>
  )
}

const kinds = { search: 'Search engine', shared: 'Shared link', site: 'Site or campaign', none: '' }

type FilterLinkProps = { listUrl: ListUrl; name: string; value: string; label: string }

/** Filters the report by a name, unless it is one that nothing is known of. */
function FilterLink({ listUrl, name, value, label }: FilterLinkProps) {
  if (value === '') return label
  return (
    <Link
      to={listUrl.hrefWith({ [name]: value })}
      className="underline-offset-4 hover:text-primary hover:underline"
    >
      {label}
    </Link>
  )
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function languageLabel(language: string) {
  return language === 'other' ? 'Other' : (languageNames.of(language) ?? language)
}
