import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { Talent, TalentFilters } from '../contract.ts'
import {
  availabilityLabels,
  talentLevelLabels,
  talentStatusLabels,
  workModeLabels,
} from '../validation.ts'
import { findTalentIds, findTalentsOf, type TalentOrdering } from './queries.ts'

/** Every field of a talent is a column, in this order. */
const columns: Record<keyof Talent, ExportColumn<Talent>> = {
  id: { heading: 'No.', width: 8, cell: ({ id }) => id },
  status: { heading: 'Status', width: 12, cell: ({ status }) => talentStatusLabels[status] },
  first_name: { heading: 'First name', width: 18, cell: (one) => one.first_name },
  last_name: { heading: 'Last name', width: 20, cell: (one) => one.last_name },
  email: { heading: 'Email', width: 32, cell: (one) => one.email },
  phone_number: { heading: 'Phone', width: 18, cell: (one) => one.phone_number },
  location: { heading: 'Lives in', width: 22, cell: ({ location }) => location },
  headline: { heading: 'Headline', width: 36, cell: ({ headline }) => headline },
  skills: { heading: 'Skills', width: 40, cell: ({ skills }) => skills.join(', ') },
  level: { heading: 'Level', width: 16, cell: ({ level }) => talentLevelLabels[level] },
  years: { heading: 'Years', width: 8, cell: ({ years }) => years },
  latest_role: { heading: 'Latest role', width: 28, cell: (one) => one.latest_role },
  availability: {
    heading: 'Can start',
    width: 18,
    cell: (one) => availabilityLabels[one.availability],
  },
  work_mode: { heading: 'Works', width: 18, cell: (one) => workModeLabels[one.work_mode] },
  link: { heading: 'Link', width: 32, cell: ({ link }) => link },
  about: { heading: 'About', width: 60, cell: ({ about }) => about },
  resume: { heading: 'Resume', width: 28, cell: ({ resume }) => resume.name },
  consent_version: { heading: 'Consent', width: 12, cell: (one) => one.consent_version },
  consented_at: { heading: 'Consented', width: 17, cell: (one) => momentCell(one.consented_at) },
  created_at: { heading: 'Registered', width: 17, cell: (one) => momentCell(one.created_at) },
  updated_at: { heading: 'Last changed', width: 17, cell: (one) => momentCell(one.updated_at) },
}

/** The talents that match when the export starts. */
export async function exportTalents(
  context: RequestContext,
  { filters, ordering }: { filters: TalentFilters; ordering?: TalentOrdering },
  format: ExportFormat,
) {
  const { database } = context
  return exportAudited(
    context,
    { target: 'talents', id: null, filters },
    {
      name: 'talents',
      format,
      columns: Object.values(columns),
      jsonOf: (talent) => ({ ...talent, resume: talent.resume.name }),
      ids: await findTalentIds(database, filters, ordering),
      find: (ids) => findTalentsOf(database, ids),
    },
  )
}
