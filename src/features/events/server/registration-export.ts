import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { ExportBody } from '#shared/export-input.ts'
import type { Registration } from '../registration-contract.ts'
import {
  findRegistrationIds,
  findRegistrationsById,
  type RegistrationFilters,
} from './registrations.ts'

const columns: ExportColumn<Registration>[] = [
  { heading: 'No.', width: 8, cell: ({ id }) => id },
  { heading: 'Name', width: 24, cell: (one) => one.full_name },
  { heading: 'Email', width: 32, cell: (one) => one.email },
  { heading: 'Phone', width: 18, cell: (one) => one.phone },
  { heading: 'Organisation', width: 24, cell: (one) => one.organisation },
  { heading: 'Registered', width: 17, cell: (one) => momentCell(one.created_at) },
  { heading: 'Checked in', width: 17, cell: (one) => momentCell(one.checked_in_at) },
  { heading: 'Checked in by', width: 20, cell: (one) => one.checked_in_by },
  { heading: 'Privacy page of', width: 14, cell: (one) => one.consent_version },
]

/** The registrations of an event that match when the export starts. */
export async function exportRegistrations(
  context: RequestContext,
  id: number,
  { filters, ordering }: ExportBody<Omit<RegistrationFilters, 'id'>>,
  format: ExportFormat,
) {
  const { database } = context
  return exportAudited(
    context,
    { target: 'event registrations', id, filters },
    {
      name: `event-${id}-registrations`,
      format,
      columns,
      ids: await findRegistrationIds(database, { id, ...filters, ordering }),
      find: (ids) => findRegistrationsById(database, ids),
    },
  )
}
