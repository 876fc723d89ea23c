import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Contact, ContactInput, ContactStatus, contactOrders } from '../contract.ts'

const columns = [
  'id',
  'full_name',
  'email',
  'phone',
  'subject',
  'message',
  'status',
  'read_at',
  'created_at',
  'updated_at',
] as const

type Row = Omit<Contact, 'status' | 'is_read'> & { status: string; read_at: string | null }

const toContact = ({ read_at, status, ...row }: Row): Contact => ({
  ...row,
  status: status as ContactStatus,
  is_read: read_at !== null,
})

export type ContactFilters = {
  status?: ContactStatus | undefined
  is_read?: boolean | undefined
  search?: string | undefined
  ordering?: (typeof contactOrders)[number] | undefined
}

/** A page of the staff's list, by default the newest first. */
export async function findContacts(database: Database, filters: ContactFilters, page: PageQuery) {
  let query = database.selectFrom('contact_messages')
  if (filters.status) query = query.where('status', '=', filters.status)
  if (filters.is_read !== undefined) {
    query = query.where('read_at', filters.is_read ? 'is not' : 'is', null)
  }
  if (filters.search) query = query.where(contains('search_text', filters.search))
  const ordering = filters.ordering ?? '-created_at'
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  // `search_text` begins with the name in lower case without accents.
  const column = ordering.endsWith('full_name') ? 'search_text' : 'created_at'
  const ordered = query.select(columns).orderBy(column, direction).orderBy('id', direction)
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toContact) }
}

export async function findContact(database: Database, id: number) {
  const row = await database
    .selectFrom('contact_messages')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toContact(row) : null
}

/** Stores a message, unread. @returns its id */
export async function insertContact(
  database: Database,
  input: ContactInput,
  status: ContactStatus,
  now: string,
) {
  const { full_name, email, phone, subject, message } = input
  const { id } = await database
    .insertInto('contact_messages')
    .values({
      ...{ full_name, email, phone, subject, message },
      status,
      read_at: null,
      search_text: searchable([full_name, email, phone, subject, message].join('\n')),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the status, and whether a message is read: nothing else of it changes. */
export async function updateContact(
  database: Database,
  { id, status, is_read }: Contact,
  version: string,
  before: Contact,
) {
  await database
    .updateTable('contact_messages')
    .set({
      status,
      ...(is_read !== before.is_read && { read_at: is_read ? version : null }),
      updated_at: version,
    })
    .where('id', '=', id)
    .execute()
}

/** @returns the ids that existed */
export async function deleteContacts(database: Database, ids: readonly number[]) {
  const rows = await database
    .deleteFrom('contact_messages')
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
