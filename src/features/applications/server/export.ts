import type { Database } from '#database/open.ts'
import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { slugify } from '#platform/text/slug.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { applicationSchema } from '../application-schemas.ts'
import type { Application } from '../contract.ts'
import type { ApplicationFilters } from '../filters-contract.ts'
import {
  applicationStatusLabels,
  genderLabels,
  labels,
  levelLabels,
  type TypedField,
} from '../validation.ts'
import { findMatchingIds } from './application-list.ts'
import { forViewer, type Ordering, type ViewerFilters } from './filters.ts'
import { findApplications } from './queries.ts'

type Column = ExportColumn<Application>

/** The columns that show more than a text under the label of its field. */
const ownColumns = {
  id: { heading: 'No.', width: 8, cell: ({ id }) => id },
  status: { heading: 'Status', width: 12, cell: ({ status }) => applicationStatusLabels[status] },
  email: { heading: 'Email', width: 32, cell: (one) => one.email },
  phone_number: { heading: 'Phone', width: 18, cell: (one) => one.phone_number },
  date_of_birth: { heading: 'Born', width: 12, cell: (one) => ({ day: one.date_of_birth }) },
  gender: { heading: 'Gender', width: 10, cell: ({ gender }) => genderLabels[gender] },
  level: {
    heading: 'Experience',
    width: 24,
    cell: ({ level }) => (level === null ? null : levelLabels[level]),
  },
  cohort: { heading: 'Cohort no.', width: 10, cell: ({ cohort }) => cohort },
  cohort_name: { heading: 'Cohort', width: 26, cell: (one) => one.cohort_name },
  tech_stack: { heading: 'Tech stack ID', width: 20, cell: (one) => one.tech_stack },
  tech_stack_name: { heading: 'Tech stack', width: 28, cell: (one) => one.tech_stack_name },
  description: { heading: 'Motivation', width: 60, cell: ({ description }) => description },
  resume: { heading: 'Resume', width: 28, cell: ({ resume }) => resume.name },
  done_at: { heading: 'Applied on', width: 12, cell: (one) => ({ day: one.done_at }) },
  created_at: { heading: 'Received', width: 17, cell: (one) => momentCell(one.created_at) },
  consent_version: { heading: 'Privacy page of', width: 14, cell: (one) => one.consent_version },
  updated_at: { heading: 'Last changed', width: 17, cell: (one) => momentCell(one.updated_at) },
  assignee: { heading: 'Assigned to', width: 20, cell: (one) => one.assignee?.name ?? null },
  waiting_since: {
    heading: 'Waiting since',
    width: 17,
    cell: ({ waiting_since: since }) => (since === null ? null : momentCell(since)),
  },
  also_applied: {
    heading: 'Also applied',
    width: 12,
    cell: (one) => (one.also_applied ? 'Yes' : null),
  },
  status_since: { heading: 'Status since', width: 17, cell: (one) => momentCell(one.status_since) },
  score_count: { heading: 'Scored by', width: 10, cell: (one) => one.score_count },
  score_mean: { heading: 'Mean score', width: 12, cell: (one) => one.score_mean },
} satisfies Partial<Record<keyof Application, Column>>

type OwnField = keyof typeof ownColumns
const isOwn = (field: keyof Application): field is OwnField => field in ownColumns

const labelledColumn = (field: Exclude<keyof Application, OwnField> & TypedField): Column => ({
  heading: labels[field],
  width: Math.max(20, labels[field].length + 1),
  cell: (one) => one[field],
})

/** Every field of an application is a column, in the order of the list. */
const columns = applicationSchema
  .keyof()
  .options.map((field) => (isOwn(field) ? ownColumns[field] : labelledColumn(field)))

/** The applications that match when the export starts. */
export async function exportApplications(
  context: RequestContext,
  { filters, ordering }: { filters: ApplicationFilters; ordering?: Ordering },
  format: ExportFormat,
) {
  const { database } = context
  const seen = forViewer(context, { ...filters, ordering })
  return exportAudited(
    context,
    { target: 'applications', id: null, filters },
    {
      name: await exportName(database, { ...seen, is_scored: filters.is_scored ?? seen.is_scored }),
      format,
      columns,
      jsonOf: (application) => ({
        ...application,
        resume: application.resume.name,
        assignee: application.assignee?.name ?? null,
      }),
      ids: await findMatchingIds(database, seen),
      find: (ids) => findApplications(context, ids, seen.viewer),
    },
  )
}

/** Named filters at most: a name that says more than that is cut off by every program. */
const namedMax = 3

/**
 * The name of an export says what is in it: applications-accepted-female. Where a filter asks for what the order leaves
 * out, nothing is, and the name says what was asked for.
 */
async function exportName(database: Database, filters: ViewerFilters) {
  const { status = [], gender = [], level = [], cohort_id = [], tech_stack_id = [] } = filters
  const cohorts =
    cohort_id.length === 0
      ? []
      : await database
          .selectFrom('cohorts')
          .select('name')
          .where('id', 'in', cohort_id)
          .orderBy('id')
          .execute()
  const groups = [status, gender, level, cohorts.map(({ name }) => name), tech_stack_id]
  const parts = groups.flatMap((values: readonly string[]) => [
    ...values.slice(0, namedMax).map(slugify),
    ...(values.length > namedMax ? [`and-${values.length - namedMax}-more`] : []),
  ])
  if (filters.created_from) parts.push(`from-${filters.created_from}`)
  if (filters.created_to) parts.push(`until-${filters.created_to}`)
  if (filters.is_scored !== undefined) parts.push(filters.is_scored ? 'scored' : 'not-scored')
  if (filters.search_query?.trim()) parts.push('searched')
  return ['applications', ...parts].join('-').slice(0, 150)
}
