import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { ExportBody } from '#shared/export-input.ts'
import type { Certificate } from '../contract.ts'
import { certificateStatusLabels } from '../validation.ts'
import { type CertificateFilters, findCertificateIds, findCertificatesById } from './queries.ts'

/** Every field of a certificate is a column. */
const columns: ExportColumn<Certificate>[] = [
  { heading: 'Number', width: 14, cell: ({ number }) => number },
  { heading: 'Code', width: 16, cell: ({ code }) => code },
  { heading: 'Name', width: 28, cell: ({ full_name }) => full_name },
  { heading: 'Email', width: 32, cell: ({ email }) => email },
  { heading: 'Course', width: 28, cell: ({ course }) => course },
  { heading: 'Cohort', width: 28, cell: ({ cohort }) => cohort },
  { heading: 'Start', width: 12, cell: ({ start }) => ({ day: start }) },
  { heading: 'End', width: 12, cell: ({ end }) => ({ day: end }) },
  { heading: 'Issued on', width: 12, cell: ({ issued_on }) => ({ day: issued_on }) },
  { heading: 'Version', width: 9, cell: ({ version }) => version },
  {
    heading: 'Corrected on',
    width: 13,
    cell: ({ corrected_on }) => (corrected_on ? { day: corrected_on } : null),
  },
  { heading: 'Status', width: 10, cell: ({ status }) => certificateStatusLabels[status] },
  { heading: 'Revoked', width: 17, cell: ({ revoked_at }) => momentCell(revoked_at) },
  { heading: 'Reason', width: 32, cell: ({ revoked_reason }) => revoked_reason },
  { heading: 'Application', width: 12, cell: ({ application_id }) => application_id },
  { heading: 'Stored', width: 17, cell: ({ created_at }) => momentCell(created_at) },
]

/** The certificates that match when the export starts. */
export async function exportCertificates(
  context: RequestContext,
  { filters, ordering }: ExportBody<CertificateFilters>,
  format: ExportFormat,
) {
  const { database } = context
  return exportAudited(
    context,
    { target: 'certificates', id: null, filters },
    {
      name: 'certificates',
      format,
      columns,
      ids: await findCertificateIds(database, { ...filters, ordering }),
      find: (ids) => findCertificatesById(database, ids),
    },
  )
}
