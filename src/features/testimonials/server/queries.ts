import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { readOrdering } from '#database/ordering.ts'
import { findPage, type PageQuery, preparePages } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { ListedTestimonial, Testimonial } from '../contract.ts'
import type { TestimonialStatus, testimonialOrders } from '../validation.ts'

const publicColumns = ['id', 'profile_picture', 'full_name', 'title', 'description'] as const
const columns = [
  ...publicColumns,
  'status',
  'hidden_at',
  'consent_version',
  'created_at',
  'updated_at',
] as const

type Row = Omit<Testimonial, 'status' | 'visibility'> & { status: string; hidden_at: string | null }

const toTestimonial = ({ hidden_at, status, ...row }: Row): Testimonial => ({
  ...row,
  status: status as TestimonialStatus,
  visibility: hidden_at === null,
})

const shownOf = (database: Database) =>
  database
    .selectFrom('testimonials')
    .where('status', '=', 'APPROVED')
    .where('hidden_at', 'is', null)

const pagesOfShown = preparePages((database) => {
  const matching = shownOf(database)
  const ordered = matching.select(publicColumns).orderBy('place').orderBy('id', 'desc')
  return { matching, ordered }
})

/** The approved and visible testimonials in their order, without staff-only fields. */
export const findShownTestimonials = (database: Database, page: PageQuery) =>
  pagesOfShown(database, {}, page)

/** The ids of those that visitors see, in their order. */
export async function findShownOrder(transaction: Transaction<Tables>) {
  const rows = await shownOf(transaction)
    .select('id')
    .orderBy('place')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

type Filters = {
  status?: TestimonialStatus | 'ALL'
  visibility?: boolean
  search?: string
  ordering?: (typeof testimonialOrders)[number]
}

/** A page of the staff's list, by default the newest first. */
export async function findTestimonials(
  database: Database,
  { status, visibility, search, ordering = '-created_at' }: Filters,
  page: PageQuery,
) {
  let query = database.selectFrom('testimonials')
  if (status && status !== 'ALL') query = query.where('status', '=', status)
  if (visibility !== undefined) query = query.where('hidden_at', visibility ? 'is' : 'is not', null)
  if (search) query = query.where(contains('search_text', search))
  const { name: column, direction } = readOrdering(ordering)
  // The newest of one place comes first, as visitors see them.
  const isUpwards = column === 'place' ? direction === 'desc' : direction === 'asc'
  const ordered = query
    .select(columns)
    .orderBy(column, direction)
    .orderBy('id', isUpwards ? 'asc' : 'desc')
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toTestimonial) as ListedTestimonial[] }
}

export async function countPending(database: Database) {
  const { pending } = await database
    .selectFrom('testimonials')
    .where('status', '=', 'PENDING')
    .select((select) => select.fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow()
  return { pending }
}

export async function findTestimonial(database: Database, id: number) {
  const row = await database
    .selectFrom('testimonials')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toTestimonial(row) : null
}

export type Texts = Pick<Testimonial, 'full_name' | 'title' | 'description'>

const searchText = (texts: Texts) =>
  searchable([texts.full_name, texts.title, texts.description].join('\n'))

/** Stores a testimonial, not hidden, before all others. @returns its id */
export async function insertTestimonial(
  database: Database,
  fields: Texts & { profile_picture: string; status: TestimonialStatus; consent_version?: string },
  now: string,
) {
  const { id } = await database
    .insertInto('testimonials')
    .values({
      ...fields,
      hidden_at: null,
      place: sql<number>`(select coalesce(min(place), 1) - 1 from testimonials)`,
      search_text: searchText(fields),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTestimonial(
  database: Database,
  after: Testimonial,
  version: string,
  before: Testimonial,
) {
  const { profile_picture, full_name, title, description, status, visibility } = after
  await database
    .updateTable('testimonials')
    .set({
      profile_picture,
      full_name,
      title,
      description,
      status,
      ...(visibility !== before.visibility && { hidden_at: visibility ? null : version }),
      search_text: searchText(after),
      updated_at: version,
    })
    .where('id', '=', after.id)
    .execute()
}

/** Locks testimonials in the order of their ids. @returns those that exist */
export const lockTestimonials = (transaction: Transaction<Tables>, ids: readonly number[]) =>
  transaction
    .selectFrom('testimonials')
    .select(['id', 'status', 'hidden_at', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function setTestimonials(
  database: Database,
  ids: readonly number[],
  changes: { status: TestimonialStatus } | { hidden_at: string | null },
  version: string,
) {
  await database
    .updateTable('testimonials')
    .set({ ...changes, updated_at: version })
    .where('id', 'in', ids)
    .execute()
}
