import {
  type ExportColumn,
  exportTable,
  momentCell,
  type TableExport,
} from '#platform/documents/table-export.ts'
import { badRequest } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { withoutSearch, writeAudit } from '#platform/security/audit-log.ts'
import { type AuditLine, auditContract } from '../contract.ts'
import { linesExportedMax } from '../validation.ts'
import { findActors, findLineIds, findLines, findLinesById, findTargets } from './queries.ts'

const exportColumns: ExportColumn<AuditLine>[] = [
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

const procedures = implementContract(auditContract)

export const auditHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => findLines(context.database, input, input)),

  facets: procedures.facets.handler(async ({ context: { database } }) => ({
    actors: await findActors(database),
    targets: await findTargets(database),
  })),

  export: procedures.export.handler(async ({ input, context }) => {
    const { database } = context
    const { format, ...filters } = input
    const ids = await findLineIds(database, filters, linesExportedMax + 1)
    if (ids.length > linesExportedMax) {
      throw badRequest(
        `More than ${linesExportedMax.toLocaleString('en')} lines match. Please choose a shorter period.`,
      )
    }
    await writeAudit(database, context, {
      ...{ action: 'exported', target: 'audit log', id: null },
      details: { format, filters: withoutSearch(filters), lines: ids.length },
    })
    const table: TableExport<AuditLine, number> = {
      ...{ name: 'audit-log', format, columns: exportColumns, ids },
      find: (some) => findLinesById(database, some),
    }
    return exportTable(table, context.now())
  }),
})
