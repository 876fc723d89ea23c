import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import { company, localDay } from '#shared/company.ts'
import type { Event, EventType, StaffEvent } from '../contract.ts'

const columns = [
  'id',
  'title',
  'description',
  'category',
  'type',
  'starts_at',
  'ends_at',
  'location',
  'image',
  'registration_link',
  'capacity',
  'registration_deadline',
  'registered',
  'updated_at',
] as const

type Told = 'id' | 'date' | 'time' | 'is_past' | 'registration' | 'updated_at'
export type EventFields = Omit<Event, Told>

type Row = Omit<EventFields, 'type'> & {
  id: number
  type: string
  registered: number
  updated_at: string
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: company.timeZone,
  hour: 'numeric',
  minute: '2-digit',
})
// Some versions of ICU write a narrow no-break space before AM and PM.
const clockTime = (moment: string) => clock.format(new Date(moment)).replace(/\s/g, ' ')

/** The registration state by the same conditions as in `takeSeat`. */
function registrationOf(row: Row, at: string): Event['registration'] {
  if (row.ends_at < at) return 'closed'
  if (row.registration_link) return 'elsewhere'
  if (row.registration_deadline !== null && row.registration_deadline <= at) return 'closed'
  return row.capacity !== null && row.registered >= row.capacity ? 'full' : 'open'
}

const toEvent = ({ registered, ...row }: Row, at: string): Event => ({
  ...row,
  type: row.type as EventType,
  registration: registrationOf({ ...row, registered }, at),
  date: localDay(new Date(row.starts_at)),
  time: `${clockTime(row.starts_at)} - ${clockTime(row.ends_at)}`,
  is_past: row.ends_at < at,
})

type Filters = { type?: EventType | 'all' | undefined; search?: string | undefined }
/** A page of events: the upcoming ones, the next first, then the past ones, the latest first. */
export async function findEvents(database: Database, filters: Filters, page: PageQuery, now: Date) {
  const at = now.toISOString()
  const found = await findRows(database, filters, page, at)
  return { ...found, results: found.results.map((row) => toEvent(row, at)) }
}

/** The same page for staff. */
export async function findStaffEvents(
  database: Database,
  filters: Filters,
  page: PageQuery,
  now: Date,
) {
  const at = now.toISOString()
  const found = await findRows(database, filters, page, at)
  const results = found.results.map(
    (row): StaffEvent => ({ ...toEvent(row, at), registered: row.registered }),
  )
  return { ...found, results }
}

function findRows(database: Database, filters: Filters, page: PageQuery, at: string) {
  let query = database.selectFrom('events')
  if (filters.type && filters.type !== 'all') query = query.where('type', '=', filters.type)
  if (filters.search) query = query.where(contains('search_text', filters.search))
  const ordered = query
    .select(columns)
    .orderBy(sql`case when ends_at < ${at} then 1 else 0 end`)
    .orderBy(sql`case when ends_at < ${at} then null else starts_at end`)
    .orderBy('starts_at', 'desc')
    .orderBy('id')
  return findPage(query, ordered, page)
}

export async function findEvent(database: Database, id: number, now: Date) {
  const row = await database
    .selectFrom('events')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toEvent(row, now.toISOString()) : null
}

const toRow = (event: EventFields, now: string) => ({
  title: event.title,
  description: event.description,
  category: event.category,
  type: event.type,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  location: event.location,
  image: event.image,
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

/** @returns whether the event existed */
export async function deleteEvent(database: Database, id: number) {
  const { numDeletedRows } = await database
    .deleteFrom('events')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
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
