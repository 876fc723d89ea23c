import { Readable } from 'node:stream'
import type { Database } from '#database/open.ts'
import { findPage, type Page, type PageQuery } from '#database/page.ts'
import { contains } from '#database/search.ts'
import { type Cell, csvLine } from '#platform/documents/spreadsheet.ts'
import type { Services } from '#platform/http/context.ts'
import type { Registration } from '../registration-contract.ts'

const columns = ['id', 'full_name', 'email', 'phone', 'organisation', 'created_at'] as const

type Filters = { id: number; search?: string | undefined; ordering?: string | undefined }

const matching = (database: Database, { id, search }: Filters) => {
  const query = database.selectFrom('event_registrations').where('event_id', '=', id)
  return search ? query.where(contains('search_text', search)) : query
}

const inOrder = (database: Database, filters: Filters) => {
  const ordering = filters.ordering ?? 'created_at'
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  // `search_text` begins with the name in lower case without accents.
  const column = ordering.endsWith('full_name') ? 'search_text' : 'created_at'
  return matching(database, filters)
    .select(columns)
    .orderBy(column, direction)
    .orderBy('id', direction)
}

/** A page of an event's registrations, by default the earliest first. */
export const findRegistrations = (
  database: Database,
  filters: Filters,
  page: PageQuery,
): Promise<Page<Registration>> =>
  findPage(matching(database, filters), inOrder(database, filters), page)

/** The event of a registration, or null. */
export async function findEventIdOf(database: Database, registrationId: number) {
  const row = await database
    .selectFrom('event_registrations')
    .select('event_id')
    .where('id', '=', registrationId)
    .executeTakeFirst()
  return row?.event_id ?? null
}

/** The matching registrations as CSV. An event has few enough to read all at once. */
export async function registrationsCsv(database: Database, filters: Filters) {
  const rows = await inOrder(database, filters).execute()
  const lines: Cell[][] = [[...columns], ...rows.map((row) => columns.map((name) => row[name]))]
  // The byte order mark tells spreadsheet programs that the text is UTF-8.
  const text = `\ufeff${lines.map(csvLine).join('')}`
  return Readable.toWeb(
    Readable.from([Buffer.from(text)], { objectMode: false }),
  ) as ReadableStream<Uint8Array>
}

const keptDays = 90

/** Deletes the registrations of events that ended 90 days ago; the event keeps their number. */
export async function removeOldRegistrations({
  database,
  now,
}: Pick<Services, 'database' | 'now'>) {
  const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000).toISOString()
  await database
    .deleteFrom('event_registrations')
    .where('event_id', 'in', (ended) =>
      ended.selectFrom('events').select('id').where('ends_at', '<=', before),
    )
    .execute()
}
