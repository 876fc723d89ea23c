import { type ExportColumn, exportAudited, momentCell } from '#platform/documents/table-export.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import type { ContactFilters } from '../contract.ts'
import type { Contact } from '../message-schemas.ts'
import { contactStatusLabels } from '../validation.ts'
import { asViewer, type ContactOrdering, findContactIds, findContactsOf } from './queries.ts'

/** Every field of a message is a column, in this order. */
const columns: Record<keyof Contact, ExportColumn<Contact>> = {
  id: { heading: 'No.', width: 8, cell: ({ id }) => id },
  status: { heading: 'Status', width: 14, cell: ({ status }) => contactStatusLabels[status] },
  is_read: { heading: 'Read', width: 8, cell: (one) => (one.is_read ? 'yes' : 'no') },
  full_name: { heading: 'Name', width: 24, cell: (one) => one.full_name },
  email: { heading: 'Email', width: 32, cell: (one) => one.email },
  phone: { heading: 'Phone', width: 18, cell: (one) => one.phone },
  subject: { heading: 'Subject', width: 32, cell: (one) => one.subject },
  message: { heading: 'Message', width: 60, cell: (one) => one.message },
  owner: { heading: 'Owner', width: 20, cell: (one) => one.owner?.name ?? null },
  answered_at: { heading: 'Answered', width: 17, cell: (one) => momentCell(one.answered_at) },
  answer_due_at: { heading: 'Answer due', width: 17, cell: (one) => momentCell(one.answer_due_at) },
  created_at: { heading: 'Received', width: 17, cell: (one) => momentCell(one.created_at) },
  consent_version: { heading: 'Privacy page of', width: 14, cell: (one) => one.consent_version },
  updated_at: { heading: 'Last changed', width: 17, cell: (one) => momentCell(one.updated_at) },
}

/** The messages that match when the export starts. */
export async function exportContacts(
  context: RequestContext,
  { filters, ordering }: { filters: ContactFilters; ordering?: ContactOrdering },
  format: ExportFormat,
) {
  const { database } = context
  return exportAudited(
    context,
    { target: 'messages', id: null, filters },
    {
      name: 'messages',
      format,
      columns: Object.values(columns),
      jsonOf: (message) => ({ ...message, owner: message.owner?.name ?? null }),
      ids: await findContactIds(database, asViewer(context, filters), ordering),
      find: (ids) => findContactsOf(database, ids),
    },
  )
}
