import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { badRequest } from '#platform/http/errors.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { formatCount } from '#shared/format.ts'
import type { AuditLine } from '../contract.ts'
import { linesExportedMax } from '../validation.ts'
import { type AuditFilters, findLineIds, findLinesById } from './queries.ts'

const columns: ExportColumn<AuditLine>[] = [
  { heading: 'No.', width: 9, cell: ({ id }) => id },
  { heading: 'Time', width: 17, cell: ({ created_at }) => momentCell(created_at) },
  { heading: 'Who', width: 24, cell: ({ actor_name }) => actor_name },
  { heading: 'User no.', width: 9, cell: ({ actor_id }) => actor_id },
  { heading: 'Action', width: 14, cell: ({ action }) => action },
  { heading: 'What', width: 22, cell: ({ target }) => target },
  { heading: 'Which', width: 12, cell: ({ target_id }) => target_id },
  { heading: 'Details', width: 48, cell: ({ details }) => JSON.stringify(details) },
  { heading: 'IP address', width: 18, cell: ({ client_ip }) => client_ip },
]

/** The lines that match when the export starts. @throws 400 when more match than are exported */
export async function exportLines(
  context: RequestContext,
  { filters }: { filters: AuditFilters },
  format: ExportFormat,
) {
  const { database } = context
  const ids = await findLineIds(database, filters, linesExportedMax + 1)
  if (ids.length > linesExportedMax) {
    throw badRequest(
      `More than ${formatCount(linesExportedMax)} lines match. Please choose a shorter period.`,
    )
  }
  const details = { lines: ids.length }
  return exportAudited(
    context,
    { target: 'audit log', id: null, filters, details },
    {
      name: 'audit-log',
      format,
      columns,
      ids,
      find: (some) => findLinesById(database, some),
    },
  )
}
