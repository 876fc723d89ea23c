import type { Database } from '#database/open.ts'
import { findPage, type PageQuery, preparePages } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { ListedTestimonial, Testimonial, TestimonialStatus } from '../contract.ts'

const publicColumns = ['id', 'profile_picture', 'full_name', 'title', 'description'] as const
const columns = [...publicColumns, 'status', 'hidden_at', 'created_at', 'updated_at'] as const

type Row = Omit<Testimonial, 'status' | 'visibility'> & { status: string; hidden_at: string | null }

const toTestimonial = ({ hidden_at, status, ...row }: Row): Testimonial => ({
  ...row,
  status: status as TestimonialStatus,
  visibility: hidden_at === null,
})

const pagesOfShown = preparePages((database) => {
  const matching = database
    .selectFrom('testimonials')
    .where('status', '=', 'APPROVED')
    .where('hidden_at', 'is', null)
  const ordered = matching.select(publicColumns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return { matching, ordered }
})

/** The approved and visible testimonials, the newest first, without staff-only fields. */
export const findShownTestimonials = (database: Database, page: PageQuery) =>
  pagesOfShown(database, {}, page)

/** A page of the staff's list, the newest first. */
export async function findTestimonials(
  database: Database,
  filters: { status?: TestimonialStatus | 'ALL' | undefined; search?: string | undefined },
  page: PageQuery,
) {
  let query = database.selectFrom('testimonials')
  if (filters.status && filters.status !== 'ALL') query = query.where('status', '=', filters.status)
  if (filters.search) query = query.where(contains('search_text', filters.search))
  const ordered = query.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const found = await findPage(query, ordered, page)
  return { ...found, results: found.results.map(toTestimonial) as ListedTestimonial[] }
}

export async function findTestimonial(database: Database, id: number) {
  const row = await database
    .selectFrom('testimonials')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toTestimonial(row) : null
}

type Texts = Pick<Testimonial, 'full_name' | 'title' | 'description'>

const searchText = (texts: Texts) =>
  searchable([texts.full_name, texts.title, texts.description].join('\n'))

/** Stores a testimonial, not hidden. @returns its id */
export async function insertTestimonial(
  database: Database,
  fields: Texts & { profile_picture: string; status: TestimonialStatus },
  now: string,
) {
  const { id } = await database
    .insertInto('testimonials')
    .values({
      ...fields,
      hidden_at: null,
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
      ...{ profile_picture, full_name, title, description, status },
      ...(visibility !== before.visibility && { hidden_at: visibility ? null : version }),
      search_text: searchText(after),
      updated_at: version,
    })
    .where('id', '=', after.id)
    .execute()
}

/** @returns the ids that existed */
export async function deleteTestimonials(database: Database, ids: readonly number[]) {
  const rows = await database
    .deleteFrom('testimonials')
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
