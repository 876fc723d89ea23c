import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { readOrdering } from '#database/ordering.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { compareNames } from '#shared/compare-names.ts'
import type { EventType } from '../contract.ts'
import type { EventPhase, eventOrders } from '../validation.ts'
import { type EventFields, storedColumns, toEvent, toStaffEvent } from './event-rows.ts'

type Filters = { type?: EventType | 'all'; search?: string }

type StaffFilters = Pick<Filters, 'search'> & {
  type?: EventType[]
  when?: EventPhase[]
  category?: string[]
  ordering?: (typeof eventOrders)[number]
}

/** A page of events: the upcoming ones, the next first, then the past ones, the latest first. */
export async function findEvents(database: Database, filters: Filters, page: PageQuery, now: Date) {
  const at = now.toISOString()
  const query = matching(database, filters)
  const found = await findPage(query, inDefaultOrder(query.select(storedColumns), at), page)
  return { ...found, results: found.results.map((row) => toEvent(row, at)) }
}

/** A page of the staff's list, by default in the same order. */
export async function findStaffEvents(
  database: Database,
  filters: StaffFilters,
  page: PageQuery,
  now: Date,
) {
  const at = now.toISOString()
  const { search, type, category, when, ordering } = filters
  let query = matching(database, { search })
  if (type) query = query.where('type', 'in', type)
  if (category) query = query.where('category', 'in', category)
  if (when) query = query.where(({ or }) => or(when.map((phase) => isIn(phase, at))))
  const selected = query.select(storedColumns)
  const ordered = ordering ? inOrder(selected, ordering) : inDefaultOrder(selected, at)
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map((row) => toStaffEvent(row, at)) }
}

function isIn(phase: EventPhase, at: string) {
  if (phase === 'cancelled') return sql<boolean>`cancelled_at is not null`
  const time = phase === 'upcoming' ? sql`>= ${at}` : sql`< ${at}`
  return sql<boolean>`cancelled_at is null and ends_at ${time}`
}

function matching(database: Database, { type, search }: Filters) {
  let query = database.selectFrom('events')
  if (type && type !== 'all') query = query.where('type', '=', type)
  if (search) query = query.where(contains('search_text', search))
  return query
}

/** The searchable text begins with the title. */
const orderColumns = {
  starts_at: 'starts_at',
  title: 'search_text',
  registered: 'registered',
} as const

function inOrder<Row>(
  query: SelectQueryBuilder<Tables, 'events', Row>,
  ordering: (typeof eventOrders)[number],
) {
  const { name, direction } = readOrdering(ordering)
  return query.orderBy(orderColumns[name], direction).orderBy('id', direction)
}

const inDefaultOrder = <Row>(query: SelectQueryBuilder<Tables, 'events', Row>, at: string) =>
  query
    .orderBy(sql`case when ends_at < ${at} then 1 else 0 end`)
    .orderBy(sql`case when ends_at < ${at} then null else starts_at end`)
    .orderBy('starts_at', 'desc')
    .orderBy('id')

/** The categories of all events, in the order of the alphabet. */
export async function findCategories(database: Database) {
  const rows = await database.selectFrom('events').select('category').groupBy('category').execute()
  return rows.map(({ category }) => category).sort(compareNames)
}

/** An event as visitors get it. */
export async function findEvent(database: Database, id: number, now: Date) {
  const row = await findRow(database, id)
  return row ? toEvent(row, now.toISOString()) : null
}

export async function findStaffEvent(database: Database, id: number, now: Date) {
  const row = await findRow(database, id)
  return row ? toStaffEvent(row, now.toISOString()) : null
}

const findRow = (database: Database, id: number) =>
  database.selectFrom('events').select(storedColumns).where('id', '=', id).executeTakeFirst()

const toRow = (event: EventFields, now: string) => ({
  title: event.title,
  description: event.description,
  category: event.category,
  type: event.type,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  location: event.location,
  online_link: event.online_link,
  image: event.image,
  image_alt: event.image_alt,
  registration_link: event.registration_link,
  capacity: event.capacity,
  registration_deadline: event.registration_deadline,
  search_text: searchable([event.title, event.category, event.location].join('\n')),
  updated_at: now,
})

/** @returns the event's id */
export async function insertEvent(database: Database, event: EventFields, now: string) {
  const { id } = await database
    .insertInto('events')
    .values({ ...toRow(event, now), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateEvent(database: Database, id: number, event: EventFields, now: string) {
  await database.updateTable('events').set(toRow(event, now)).where('id', '=', id).execute()
}

/** The next time when the public list changes without a write: a registration closes, or an event ends. */
export async function findNextEventChange(database: Database, now: Date): Promise<string | null> {
  const at = now.toISOString()
  const [closing, ending] = await Promise.all([
    database
      .selectFrom('events')
      .select('registration_deadline as at')
      .where('registration_deadline', '>', at)
      .orderBy('registration_deadline')
      .limit(1)
      .executeTakeFirst(),
    database
      .selectFrom('events')
      .select('ends_at')
      .where('ends_at', '>=', at)
      .orderBy('ends_at')
      .limit(1)
      .executeTakeFirst(),
  ])
  // `ends_at` is inclusive.
  const over = ending && new Date(Date.parse(ending.ends_at) + 1).toISOString()
  return [closing?.at, over].flatMap((moment) => moment ?? []).sort()[0] ?? null
}
