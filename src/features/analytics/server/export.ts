import type { Tables } from '#database/tables.ts'
import type { VisitColumn } from '#database/visit-tables.ts'
import { type ExportColumn, exportTable } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { capitalize } from '#shared/format.ts'
import { visitColumns } from './columns.ts'
import { matches, type VisitSelection } from './report.ts'

type Row = Tables['visit_totals']
type Key = Pick<Row, 'period' | 'path'>

const headings: Partial<Record<VisitColumn, string>> = {
  landings: 'Visits that began',
  seconds: 'Seconds in all',
}
const headingOf = (column: VisitColumn) => {
  const [kind = '', milestone] = column.split('_')
  if (milestone && kind === 'scroll') return `Read to ${milestone} %`
  if (milestone && kind === 'time') return `Stayed ${milestone} s`
  return headings[column] ?? capitalize(column).replace('_', ' ')
}

const columns: ExportColumn<Row>[] = [
  { heading: 'Day', width: 12, cell: ({ period }) => period },
  { heading: 'Page', width: 40, cell: ({ path }) => path },
  { heading: 'Source', width: 20, cell: ({ source }) => source },
  { heading: 'Device', width: 12, cell: ({ device }) => device },
  ...visitColumns.map((column) => ({
    heading: headingOf(column),
    width: 14,
    cell: (row: Row) => row[column],
  })),
]

/** The visits as a file: a line for each day, page, source and device. */
export async function exportVisits(
  context: RequestContext,
  { from, to, ...filters }: VisitSelection & { from: string; to: string },
  format: ExportFormat,
) {
  const rows = context.database
    .selectFrom('visit_totals')
    .where(matches(filters))
    .orderBy('period')
    .orderBy('path')
  const found = await rows
    .select(['period', 'path'])
    .where('period', '>=', from)
    .where('period', '<=', to)
    .groupBy(['period', 'path'])
    .execute()
  // Without the months.
  const ids = found.filter(({ period }) => period.length === 10)
  const keyOf = ({ period, path }: Key) => `${period} ${path}`
  const find = async (some: Key[]) => {
    const keys = new Set(some.map(keyOf))
    const near = await rows
      .selectAll()
      .where('period', '>=', some[0]?.period ?? '')
      .where('period', '<=', some.at(-1)?.period ?? '')
      .orderBy('source')
      .orderBy('device')
      .execute()
    return near.filter((row) => keys.has(keyOf(row)))
  }
  return exportTable(context, { name: 'visits', format, columns, ids, find })
}
