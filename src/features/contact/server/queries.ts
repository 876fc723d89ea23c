import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findIds, findIdsPage, findNeighbours, type ListOrder } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import { inOrderOf, type PageQuery, pageOfTotal, windowOf } from '#database/page.ts'
import { prepareInsert } from '#database/prepared.ts'
import {
  contains,
  indexedLengthMin,
  latestMatches,
  numbersIn,
  searchable,
  wordsOf,
} from '#database/search.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { hourMs } from '#shared/durations.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { recruiters } from '#shared/roles.ts'
import type { ContactFilters, ContactInput } from '../contract.ts'
import type { Contact } from '../message-schemas.ts'
import { answerHours, type ContactStatus, type contactOrders } from '../validation.ts'

/** The filters, and the user who asks, whom the owner `me` stands for. */
export type SeenFilters = ContactFilters & { viewerId: number }

/** Adds the user who asks. */
export const asViewer = <Filters extends object>(context: RequestContext, filters: Filters) => ({
  ...filters,
  viewerId: requireViewer(context).id,
})

const isSearch = ({ search }: ContactFilters) => Boolean(search?.trim())

/** A search lists at most this many, the latest: nobody pages through more. */
const foundMax = 10_000

function matching(
  database: Database,
  { status, is_read, owner, search, viewerId }: SeenFilters,
  limit?: number,
) {
  let query = database.selectFrom('contact_messages')
  if (status) query = query.where('status', 'in', status)
  if (is_read !== undefined) query = query.where('read_at', is_read ? 'is not' : 'is', null)
  if (owner) {
    const owners = ownersOf(owner, viewerId)
    const ids = owners.filter((id) => id !== null)
    query = query.where(({ eb, or }) =>
      or([
        ...(ids.length > 0 ? [eb('owner_id', 'in', ids)] : []),
        ...(owners.includes(null) ? [eb('owner_id', 'is', null)] : []),
      ]),
    )
  }
  const words = Map.groupBy(wordsOf(search ?? ''), isIndexed)
  const indexed = words.get(true)
  // Alone, fewer letters are looked for in names: most texts contain them, and all would be read.
  const column = indexed ? 'contact_messages.search_text' : 'name_key'
  for (const word of words.get(false) ?? []) query = query.where(contains(column, word))
  if (!indexed) return query
  const found = latestMatches(database, 'contact_messages', indexed, limit)
  return query.where('contact_messages.id', 'in', sql<number>`${found}`)
}

/** The ids of the owners that a filter names, null for nobody. */
export const ownersOf = (owners: NonNullable<ContactFilters['owner']>, viewerId: number) =>
  owners.map((owner) => (owner === 'none' ? null : owner === 'me' ? viewerId : owner))

/** Whether a message has each word of a search, for where the index would find too many. */
export const conditionsOf = (search: string) =>
  wordsOf(search).map((word) => contains(isIndexed(word) ? 'search_text' : 'name_key', word))

const isIndexed = (word: string) => [...searchable(word)].length >= indexedLengthMin

export type ContactOrdering = (typeof contactOrders)[number]

/** Each order has an index of exactly these columns. */
const orderColumns = {
  created_at: 'contact_messages.created_at',
  full_name: 'contact_messages.name_key',
} as const

function orderOf(ordering: ContactOrdering = '-created_at'): ListOrder {
  const { name, direction } = readOrdering(ordering)
  return { columns: [orderColumns[name], 'contact_messages.id'], direction }
}

/** A page of the staff's list, by default the newest first. */
export async function findContacts(
  database: Database,
  filters: SeenFilters & { ordering?: ContactOrdering },
  page: PageQuery,
) {
  const { ids, total } = await findIdsPage(database, matching(database, filters, foundMax), {
    order: orderOf(filters.ordering),
    window: windowOf(page),
    isSearch: isSearch(filters),
  })
  return {
    ...pageOfTotal(await findContactsOf(database, ids), total, page),
    has_more: isSearch(filters) && total >= foundMax,
  }
}

/** The ids of all messages that match, in order. */
export const findContactIds = (
  database: Database,
  filters: SeenFilters,
  ordering?: ContactOrdering,
) => findIds(matching(database, filters), orderOf(ordering))

/** The ids before and after a message in the filtered, ordered list, which need not contain it. */
export const findContactNeighbours = (
  database: Database,
  id: number,
  filters: SeenFilters & { ordering?: ContactOrdering },
) =>
  findNeighbours(
    database,
    database.selectFrom('contact_messages').where('id', '=', id),
    matching(database, filters, foundMax),
    orderOf(filters.ordering),
    { isSearch: isSearch(filters) },
  )

/** Those that nobody has opened yet. Spam is not counted. */
export async function countUnread(database: Database) {
  const { unread } = await database
    .selectFrom('contact_messages')
    .select((select) => select.fn.countAll<number>().as('unread'))
    .where('status', 'in', ['NEW', 'IN_PROGRESS', 'RESOLVED'])
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

const columns = [
  'contact_messages.id',
  'contact_messages.full_name',
  'contact_messages.email',
  'contact_messages.phone',
  'contact_messages.subject',
  'contact_messages.message',
  'contact_messages.status',
  'contact_messages.read_at',
  'contact_messages.owner_id',
  'contact_messages.answered_at',
  'contact_messages.created_at',
  'contact_messages.consent_version',
  'contact_messages.updated_at',
  'users.name as owner_name',
] as const

/** The messages with these ids, in the same order; deleted ones are left out. */
export async function findContactsOf(
  database: Database,
  ids: readonly number[],
): Promise<Contact[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('contact_messages')
    .leftJoin('users', 'users.id', 'contact_messages.owner_id')
    .select(columns)
    .where('contact_messages.id', 'in', ids)
    .execute()
  const contacts = rows.map(({ read_at, owner_id, owner_name, ...row }) => ({
    ...row,
    status: row.status as ContactStatus,
    is_read: read_at !== null,
    owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
    answer_due_at: replyDueAt(row),
  }))
  return inOrderOf(ids, contacts)
}

export async function findContact(database: Database, id: number) {
  const [contact] = await findContactsOf(database, [id])
  return contact ?? null
}

type Repliable = { status: string; answered_at: string | null; created_at: string }

function replyDueAt({ status, answered_at, created_at }: Repliable) {
  if (answered_at !== null || status === 'RESOLVED' || status === 'SPAM') return null
  return new Date(Date.parse(created_at) + answerHours * hourMs).toISOString()
}

/** Stores a message, unread. @returns its id */
export async function insertContact(
  database: Database,
  input: Pick<ContactInput, 'full_name' | 'email' | 'phone' | 'subject' | 'message'> & {
    thread_refs?: string
  },
  status: ContactStatus,
  now: string,
) {
  const { full_name, email, phone, subject, message, thread_refs } = input
  const text = [full_name, email, phone, subject, message].join('\n')
  return insertRow(database, {
    full_name,
    email,
    phone,
    subject,
    message,
    thread_refs,
    status,
    read_at: null,
    owner_id: null,
    answered_at: null,
    name_key: searchable(full_name),
    email_key: emailKeyOf(email),
    consent_version: privacyVersion,
    search_text: searchable([text, ...numbersIn(text)].join('\n')),
    created_at: now,
    updated_at: now,
  })
}

const insertRow = prepareInsert('contact_messages')

/** What staff can change of a message. */
export type ContactChanges = Partial<Pick<Contact, 'status' | 'is_read' | 'owner'>>

/** What a message had before an edit, of what lists are filtered by. */
export type RememberedContact = { status: string; is_read: boolean; owner: number | null }

export const rememberContact = ({ status, is_read, owner }: Contact): RememberedContact => ({
  status,
  is_read,
  owner: owner?.id ?? null,
})

/** Writes the status, the owner, and whether a message is read: nothing else of it changes. */
export async function updateContact(
  database: Database,
  { id, status, is_read, owner }: Contact,
  version: string,
  before: Contact,
) {
  await database
    .updateTable('contact_messages')
    .set({
      status,
      owner_id: owner?.id ?? null,
      ...(is_read !== before.is_read && { read_at: is_read ? version : null }),
      updated_at: version,
    })
    .where('id', '=', id)
    .execute()
}

/** Marks a message as read, without a new version. */
export async function markOpened(database: Database, id: number, now: string) {
  await database
    .updateTable('contact_messages')
    .set({ read_at: now })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute()
}

/** The users whose role lets them take care of messages. */
export const findOwners = (database: Database) =>
  database
    .selectFrom('users')
    .select(['id', 'name', 'disabled_at'])
    .where('role', 'in', recruiters)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
