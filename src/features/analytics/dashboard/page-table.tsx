import { Link } from 'react-router'
import { formatCount } from '#shared/format.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { Table, Td, Th, Tr } from '#ui/data-table/table.tsx'
import type { AnalyticsReport } from '../contract.ts'
import { formatDuration } from '../duration.ts'
import { ShareBar } from './share-bar.tsx'

/** The most viewed pages, with links to their own statistics. */
export function PageTable({ pages }: Pick<AnalyticsReport, 'pages'>) {
  const listUrl = useListUrl()
  const most = Math.max(1, ...pages.map(({ page_views }) => page_views))
  return (
    <Table label="Pages">
      <thead>
        <tr>
          <Th>Page</Th>
          <Th className="w-24 max-sm:hidden">
            <span className="sr-only">Compared</span>
          </Th>
          <Th className="text-right">Views</Th>
          <Th className="text-right">Time</Th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ path, title, page_views, seconds_per_view }) => (
          <Tr key={path}>
            <Td className="min-w-32">
              <Link
                to={listUrl.hrefWith({ path })}
                className="wrap-anywhere inline-block font-semibold underline-offset-4 hover:text-primary hover:underline"
              >
                {title}
              </Link>
            </Td>
            <Td className="max-sm:hidden">
              <ShareBar share={page_views / most} />
            </Td>
            <Td className="text-right font-semibold tabular-nums">{formatCount(page_views)}</Td>
            <Td className="whitespace-nowrap text-right tabular-nums">
              {seconds_per_view === null ? '–' : formatDuration(seconds_per_view)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
