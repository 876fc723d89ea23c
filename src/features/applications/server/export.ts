import type { Database } from '#database/open.ts'
import { exportRows } from '#platform/documents/export-rows.ts'
import type { Cell } from '#platform/documents/spreadsheet.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { type Application, type ApplicationFilters, applicationSchema } from '../contract.ts'
import { findMatchingIds, type Ordering } from './filters.ts'
import { findApplications } from './queries.ts'

/** Every field of an application is a column. */
const columns = Object.keys(applicationSchema.shape) as (keyof Application)[]

const cellsOf = (application: Application): Cell[] =>
  columns.map((column) => (column === 'resume' ? application.resume.name : application[column]))

/** Exports the applications that match when the export starts. */
export async function exportApplications(
  database: Database,
  filters: ApplicationFilters,
  ordering: Ordering | undefined,
  format: ExportFormat,
) {
  return exportRows({
    ...{ format, columns, cellsOf },
    ids: await findMatchingIds(database, filters, ordering),
    find: (ids) => findApplications(database, ids),
  })
}
