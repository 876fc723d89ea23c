import { formatCount } from '#shared/format.ts'
import { Table, Td, Th, Tr } from '#ui/data-table/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import type { AnalyticsReport } from '../contract.ts'

/** The links whose words would name somebody are counted by their kind. */
const kinds = new Map([
  ['mailto', 'An email address'],
  ['tel', 'A telephone number'],
])

/** The most clicked buttons and links, by label. */
export function ClickTable({ clicked }: Pick<AnalyticsReport, 'clicked'>) {
  if (clicked.length === 0) {
    return <EmptyState seed="clicks" title="No button or link was clicked on these days" />
  }
  return (
    <Table label="Clicks">
      <thead>
        <tr>
          <Th>Button or link</Th>
          <Th>On the page</Th>
          <Th className="text-right">Clicks</Th>
        </tr>
      </thead>
      <tbody>
        {clicked.map(({ label, path, title, count }) => (
          <Tr key={`${path} ${label}`}>
            <Td className="wrap-anywhere min-w-32 font-semibold">{kinds.get(label) ?? label}</Td>
            <Td className="wrap-anywhere min-w-32 text-muted">{title}</Td>
            <Td className="text-right font-semibold tabular-nums">{formatCount(count)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
