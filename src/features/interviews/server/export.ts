import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { ExportBody } from '#shared/export-input.ts'
import type { Interview } from '../contract.ts'
import { interviewStateLabels } from '../validation.ts'
import { findInterviewIds, type OrderedFilters } from './interview-list.ts'
import { findInterviews } from './interview-rows.ts'

const columns: ExportColumn<Interview>[] = [
  { heading: 'Application', width: 12, cell: ({ id }) => id },
  { heading: 'First name', width: 18, cell: (one) => one.first_name },
  { heading: 'Last name', width: 18, cell: (one) => one.last_name },
  { heading: 'Email', width: 32, cell: (one) => one.email },
  { heading: 'Phone', width: 18, cell: (one) => one.phone_number },
  { heading: 'Cohort', width: 28, cell: (one) => one.cohort_name },
  { heading: 'Interview', width: 16, cell: (one) => interviewStateLabels[one.state] },
  { heading: 'Start', width: 17, cell: ({ slot }) => momentCell(slot?.starts_at ?? null) },
  { heading: 'End', width: 17, cell: ({ slot }) => momentCell(slot?.ends_at ?? null) },
  { heading: 'Place', width: 24, cell: ({ slot }) => slot?.place ?? '' },
  { heading: 'Link', width: 28, cell: ({ slot }) => slot?.link ?? '' },
  { heading: 'Panel', width: 28, cell: ({ slot }) => slot?.panel_names.join(', ') ?? '' },
  { heading: 'Note', width: 32, cell: (one) => one.note },
  { heading: 'Invited', width: 17, cell: (one) => momentCell(one.invited_at) },
  { heading: 'Invited by', width: 20, cell: (one) => one.invited_by },
  { heading: 'Reminded', width: 17, cell: (one) => momentCell(one.reminded_at) },
]

/** The interviews that match when the export starts. */
export async function exportInterviews(
  context: RequestContext,
  { filters, ordering }: ExportBody<OrderedFilters>,
  format: ExportFormat,
) {
  const { database, now } = context
  return exportAudited(
    context,
    { target: 'interviews', id: null, filters },
    {
      name: 'interviews',
      format,
      columns,
      ids: await findInterviewIds(database, { ...filters, ordering }, now().toISOString()),
      find: (ids) => findInterviews(database, ids),
    },
  )
}
