import { type RawBuilder, sql, type Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { readOrdering } from '#database/ordering.ts'
import {
  countOf,
  findPage,
  inOrderOf,
  offsetOf,
  type Page,
  type PageQuery,
  pageOf,
} from '#database/page.ts'
import { contains, wordsOf } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { daysBefore } from '#shared/durations.ts'
import { type Registration, registrationSchema } from '../registration-contract.ts'
import type { registrationOrders } from '../validation.ts'

/** In the order of the export's columns. */
const registrationColumns = Object.keys(registrationSchema.shape) as (keyof Registration)[]

export type RegistrationFilters = {
  id: number
  search?: string
  is_here?: boolean
  ordering?: (typeof registrationOrders)[number]
}

function matching(database: Database, { id, search = '', is_here }: RegistrationFilters) {
  let query = database.selectFrom('event_registrations').where('event_id', '=', id)
  if (is_here !== undefined) query = query.where('checked_in_at', is_here ? 'is not' : 'is', null)
  for (const word of wordsOf(search)) query = query.where(contains('search_text', word))
  return query
}

/** What is searched begins with the name in lower case without accents; the index has no more of it. */
const nameOrder: RawBuilder<string> = sql`substr(search_text, 1, 60)`

const orderOf = ({ ordering = 'created_at' }: RegistrationFilters) => readOrdering(ordering)

function inOrder(database: Database, filters: RegistrationFilters) {
  const { name, direction } = orderOf(filters)
  return matching(database, filters)
    .orderBy(name === 'full_name' ? nameOrder : name, direction)
    .orderBy('id', direction)
}

/** A page of an event's registrations, by default the earliest first. */
export async function findRegistrations(
  database: Database,
  filters: RegistrationFilters,
  page: PageQuery,
): Promise<Page<Registration>> {
  if (filters.search) return searchRegistrations(database, filters, page)
  const ordered = inOrder(database, filters).select(registrationColumns)
  return findPage(matching(database, filters), ordered, page)
}

/**
 * The same for a search, which reads all of the event's registrations anyway. What it finds is materialized before it
 * is ordered: in the order of an index, it would read the rows all over the table.
 */
async function searchRegistrations(
  database: Database,
  filters: RegistrationFilters,
  page: PageQuery,
) {
  const { name, direction } = orderOf(filters)
  const found = matching(database, filters)
    .select(['id', 'created_at', nameOrder.as('full_name')])
    .orderBy('id')
  const rows = await database
    .with(
      (cte) => cte('found').materialized(),
      () => found,
    )
    .selectFrom('found')
    .select(['id', sql<number>`count(*) over ()`.as('total')])
    .orderBy(name, direction)
    .orderBy('id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  const ids = rows.map(({ id }) => id)
  const results = ids.length > 0 ? await findRegistrationsById(database, ids) : []
  const countAll = () => countOf(matching(database, filters)).execute()
  return pageOf(results, page, async () => {
    const [first] = rows
    return first ? [{ total: first.total }] : countAll()
  })
}

/** The ids of all matching registrations, in order. */
export async function findRegistrationIds(database: Database, filters: RegistrationFilters) {
  const rows = await inOrder(database, filters).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Some registrations, in the order of the ids. */
export async function findRegistrationsById(database: Database, ids: readonly number[]) {
  const rows = await database
    .selectFrom('event_registrations')
    .select(registrationColumns)
    .where('id', 'in', ids)
    .execute()
  return inOrderOf(ids, rows)
}

/** The event of a registration, or null. */
export async function findEventIdOf(database: Database, registrationId: number) {
  const row = await database
    .selectFrom('event_registrations')
    .select('event_id')
    .where('id', '=', registrationId)
    .executeTakeFirst()
  return row?.event_id ?? null
}

/**
 * Notes that somebody has come, or takes it back. Where two users check in one person, the note of the first stays.
 * @returns the registration, or null if there is none
 */
export async function checkIn(
  transaction: Transaction<Tables>,
  id: number,
  note: { at: string; by: string } | null,
): Promise<Registration | null> {
  const eventId = await lockEventOf(transaction, id)
  if (eventId === null) return null
  const { numUpdatedRows } = await transaction
    .updateTable('event_registrations')
    .set({ checked_in_at: note?.at ?? null, checked_in_by: note?.by ?? '' })
    .where('id', '=', id)
    .where('checked_in_at', note ? 'is' : 'is not', null)
    .executeTakeFirst()
  await countPeople(transaction, eventId, { arrived: Number(numUpdatedRows) * (note ? 1 : -1) })
  const [registration] = await findRegistrationsById(transaction, [id])
  return registration ?? null
}

/**
 * Deletes a registration and releases its place.
 * @returns whether it existed
 */
export async function removeRegistration(transaction: Transaction<Tables>, id: number) {
  const eventId = await lockEventOf(transaction, id)
  if (eventId === null) return false
  const deleted = await transaction
    .deleteFrom('event_registrations')
    .where('id', '=', id)
    .returning('checked_in_at')
    .executeTakeFirst()
  if (!deleted) return false
  await countPeople(transaction, eventId, {
    registered: -1,
    arrived: deleted.checked_in_at ? -1 : 0,
  })
  return true
}

/**
 * Locks the event of a registration first, in the same order as `register`, to avoid a deadlock.
 * @returns its id, or null if there is no such registration
 */
export async function lockEventOf(transaction: Transaction<Tables>, registrationId: number) {
  const eventId = await findEventIdOf(transaction, registrationId)
  if (eventId !== null) await lockRow(transaction, 'events', eventId)
  return eventId
}

export const countPeople = (
  transaction: Transaction<Tables>,
  eventId: number,
  { registered = 0, arrived = 0 }: { registered?: number; arrived?: number },
) =>
  transaction
    .updateTable('events')
    .set((set) => ({
      registered: set('registered', '+', registered),
      arrived: set('arrived', '+', arrived),
    }))
    .where('id', '=', eventId)
    .execute()

/** Counts those who are still registered for a locked event. @returns how many they are */
export async function recountPeople(transaction: Transaction<Tables>, eventId: number) {
  const counts = await transaction
    .selectFrom('event_registrations')
    .select(({ fn }) => [
      fn.countAll<number>().as('registered'),
      fn.count<number>('checked_in_at').as('arrived'),
    ])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  await transaction.updateTable('events').set(counts).where('id', '=', eventId).execute()
  return counts
}

const keptDays = 90

/**
 * Deletes the registrations of events that ended 90 days ago; the event keeps their numbers as long as it is over.
 */
export async function removeOldRegistrations({
  database,
  now,
}: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(now(), keptDays)
  await database
    .deleteFrom('event_registrations')
    .where('event_id', 'in', (ended) =>
      ended.selectFrom('events').select('id').where('ends_at', '<=', before),
    )
    .execute()
}
