import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { emailKeyOf } from '#platform/mail/mailbox.ts'
import type { Certificate } from '../contract.ts'

const columns = [
  'id',
  'number',
  'full_name',
  'email',
  'course',
  'cohort',
  'start_day as start',
  'end_day as end',
  'issued_day as issued_on',
  'created_at',
  'updated_at',
] as const

/** A page of the staff's list, the latest first. */
export function findCertificates(
  database: Database,
  filters: { search?: string | undefined },
  page: PageQuery,
) {
  let query = database.selectFrom('certificates')
  if (filters.search) query = query.where(contains('search_text', filters.search))
  const ordered = query.select(columns).orderBy('issued_day', 'desc').orderBy('id', 'desc')
  return findPage(query, ordered, page)
}

/** The latest certificate of the graduate with that e-mail (case-insensitive), or null. */
export async function findLatestCertificate(database: Database, email: string) {
  const row = await database
    .selectFrom('certificates')
    .select(columns)
    .where('email_key', '=', emailKeyOf(email))
    .orderBy('issued_day', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

export async function findCertificate(database: Database, id: number) {
  const row = await database
    .selectFrom('certificates')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export type NewCertificate = Omit<Certificate, 'id' | 'created_at' | 'updated_at'>

const toRow = ({ start, end, issued_on, ...fields }: NewCertificate) => ({
  number: fields.number,
  full_name: fields.full_name,
  email: fields.email,
  email_key: emailKeyOf(fields.email),
  course: fields.course,
  cohort: fields.cohort,
  start_day: start,
  end_day: end,
  issued_day: issued_on,
  search_text: searchable(
    [fields.full_name, fields.email, fields.number, fields.course, fields.cohort].join('\n'),
  ),
})

export const updateCertificate = (
  transaction: Transaction<Tables>,
  certificate: Certificate,
  version: string,
) =>
  transaction
    .updateTable('certificates')
    .set({ ...toRow(certificate), updated_at: version })
    .where('id', '=', certificate.id)
    .execute()

/** @throws a unique violation when the number is taken */
export async function insertCertificate(
  database: Database,
  certificate: NewCertificate,
  now: string,
): Promise<Certificate> {
  return database
    .insertInto('certificates')
    .values({ ...toRow(certificate), created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @returns whether the certificate existed */
export async function deleteCertificate(database: Database, id: number) {
  const { numDeletedRows } = await database
    .deleteFrom('certificates')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
