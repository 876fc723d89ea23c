import type { Database } from '#database/open.ts'
import type { TableExport } from '#platform/documents/table-export.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { type Application, type ApplicationFilters, applicationSchema } from '../contract.ts'
import { findMatchingIds, type Ordering } from './filters.ts'
import { findApplications } from './queries.ts'

/** Every field of an application is a column. */
const columns = Object.keys(applicationSchema.shape) as (keyof Application)[]

/** The applications that match when the export starts. */
export async function applicationsExport(
  database: Database,
  filters: ApplicationFilters,
  ordering: Ordering | undefined,
  format: ExportFormat,
): Promise<TableExport<Application, number>> {
  return {
    ...{ name: 'applications', format, columns },
    cellsOf: (application) =>
      columns.map((column) =>
        column === 'resume' ? application.resume.name : application[column],
      ),
    ids: await findMatchingIds(database, filters, ordering),
    find: (ids) => findApplications(database, ids),
  }
}
