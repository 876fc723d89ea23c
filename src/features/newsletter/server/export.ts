import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { ExportBody } from '#shared/export-input.ts'
import { suppressionLabels } from '#shared/suppression.ts'
import type { Subscriber } from '../contract.ts'
import { subscriberStatusLabels } from '../validation.ts'
import { findSubscriberIds, findSubscribersById, type SubscriberFilters } from './queries.ts'

/** Every field of a subscriber is a column. */
const columns: ExportColumn<Subscriber>[] = [
  { heading: 'No.', width: 8, cell: ({ id }) => id },
  { heading: 'Email', width: 32, cell: (one) => one.email },
  { heading: 'Status', width: 18, cell: (one) => subscriberStatusLabels[one.status] },
  { heading: 'Subscribed', width: 17, cell: (one) => momentCell(one.created_at) },
  { heading: 'Confirmed', width: 17, cell: (one) => momentCell(one.confirmed_at) },
  { heading: 'Left', width: 17, cell: (one) => momentCell(one.unsubscribed_at) },
  {
    heading: 'Gets no emails, since',
    width: 36,
    cell: ({ suppression }) => (suppression ? suppressionLabels[suppression.reason] : ''),
  },
  { heading: 'Consent given at', width: 24, cell: (one) => one.consent_place },
  { heading: 'on', width: 12, cell: (one) => (one.consent_day ? { day: one.consent_day } : null) },
  { heading: 'Added by', width: 20, cell: (one) => one.consent_by },
  { heading: 'Privacy page of', width: 14, cell: (one) => one.consent_version },
]

/** The subscribers that match when the export starts. */
export async function exportSubscribers(
  context: RequestContext,
  { filters, ordering }: ExportBody<SubscriberFilters>,
  format: ExportFormat,
) {
  const { database } = context
  return exportAudited(
    context,
    { target: 'subscribers', id: null, filters },
    {
      name: 'subscribers',
      format,
      columns,
      ids: await findSubscriberIds(database, { ...filters, ordering }),
      find: (ids) => findSubscribersById(database, ids),
    },
  )
}
