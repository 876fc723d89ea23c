import type { Database } from '#database/open.ts'
import type { TableExport } from '#platform/documents/table-export.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { type Contact, contactSchema } from '../message-schemas.ts'
import {
  type ContactOrdering,
  findContactIds,
  findContactsOf,
  type SeenFilters,
} from './queries.ts'

/** Every field of a message is a column. */
const columns = Object.keys(contactSchema.shape) as (keyof Contact)[]

/** The messages that match when the export starts. */
export async function contactsExport(
  database: Database,
  filters: SeenFilters,
  ordering: ContactOrdering | undefined,
  format: ExportFormat,
): Promise<TableExport<Contact, number>> {
  return {
    ...{ name: 'messages', format, columns },
    cellsOf: (contact) =>
      columns.map((column) => {
        if (column === 'owner') return contact.owner?.name ?? null
        return column === 'is_read' ? (contact.is_read ? 'yes' : 'no') : contact[column]
      }),
    ids: await findContactIds(database, filters, ordering),
    find: (ids) => findContactsOf(database, ids),
  }
}
