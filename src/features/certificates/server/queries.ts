import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { countMatching } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import { findPage, inOrderOf, type PageQuery } from '#database/page.ts'
import { contains, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { compareNames } from '#shared/compare-names.ts'
import type { Certificate } from '../contract.ts'
import type { CertificateStatus, certificateOrders } from '../validation.ts'
import { newCode } from './random-code.ts'

const columns = [
  'id',
  'number',
  'code',
  'full_name',
  'email',
  'course',
  'cohort',
  'start_day as start',
  'end_day as end',
  'issued_day as issued_on',
  'version',
  'corrected_day as corrected_on',
  'revoked_at',
  'revoked_reason',
  'application_id',
  'created_at',
  'updated_at',
] as const

const toCertificate = (row: Omit<Certificate, 'status'>): Certificate => ({
  ...row,
  status: row.revoked_at ? 'REVOKED' : 'VALID',
})

export type CertificateFilters = {
  search?: string
  cohort?: string[]
  course?: string[]
  status?: CertificateStatus
  issued_from?: string
  issued_to?: string
  ordering?: (typeof certificateOrders)[number]
}

function matching(database: Database, filters: CertificateFilters) {
  const { search, cohort, course, status, issued_from, issued_to } = filters
  let query = database.selectFrom('certificates')
  if (search) query = query.where(contains('search_text', search))
  if (cohort) query = query.where('cohort', 'in', cohort)
  if (course) query = query.where('course', 'in', course)
  if (status) query = query.where('revoked_at', status === 'VALID' ? 'is' : 'is not', null)
  if (issued_from) query = query.where('issued_day', '>=', issued_from)
  if (issued_to) query = query.where('issued_day', '<=', issued_to)
  return query
}

/** The searchable text begins with the name. */
const orderColumns = { issued_on: 'issued_day', name: 'search_text' } as const

function inOrder(database: Database, filters: CertificateFilters) {
  const { name, direction } = readOrdering(filters.ordering ?? '-issued_on')
  return matching(database, filters).orderBy(orderColumns[name], direction).orderBy('id', direction)
}

/** A page of the staff's list, by default the latest first. */
export async function findCertificates(
  database: Database,
  filters: CertificateFilters,
  page: PageQuery,
) {
  const ordered = inOrder(database, filters).select(columns)
  const found = await findPage(matching(database, filters), ordered, page)
  return { ...found, results: found.results.map(toCertificate) }
}

/** The ids of all matching certificates, in order. */
export async function findCertificateIds(database: Database, filters: CertificateFilters) {
  const rows = await inOrder(database, filters).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Some certificates, in the order of the ids. */
export async function findCertificatesById(database: Database, ids: readonly number[]) {
  const rows = await database
    .selectFrom('certificates')
    .select(columns)
    .where('id', 'in', ids)
    .execute()
  return inOrderOf(ids, rows.map(toCertificate))
}

/**
 * The application that a certificate was issued for, locked, so that it isn't deleted meanwhile; null where it was issued
 * by itself, or is not there.
 */
export async function findApplicationOf(transaction: Transaction<Tables>, id: number) {
  const row = await transaction
    .selectFrom('certificates')
    .select('application_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const application = row?.application_id ?? null
  const isThere = application !== null && (await lockRow(transaction, 'applications', application))
  return isThere ? application : null
}

/** The cohorts or the courses that certificates name, in the order of the alphabet. */
export async function findNames(database: Database, column: 'cohort' | 'course') {
  const rows = await database.selectFrom('certificates').select(column).groupBy(column).execute()
  return rows.map((row) => row[column]).sort(compareNames)
}

/** The latest certificate of the graduate with that email (case-insensitive); a valid one before a revoked one. */
export async function findLatestCertificate(database: Database, email: string) {
  const rows = await database
    .selectFrom('certificates')
    .select(columns)
    .where('email_key', '=', emailKeyOf(email))
    .orderBy('issued_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const latest = rows.find(({ revoked_at }) => revoked_at === null) ?? rows[0]
  return latest ? toCertificate(latest) : null
}

/** Valid certificates without a stored PDF, the latest first. */
export async function findUndrawn(database: Database, limit: number, without: Iterable<number>) {
  const ids = [...without]
  const rows = await undrawn(database)
    .select(columns)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCertificate)
}

const undrawn = (database: Database) =>
  database
    .selectFrom('certificates')
    .where('pdf_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('email', '<>', '')

/** How many of these certificates are to be drawn yet. */
export const countUndrawn = (database: Database) => countMatching(undrawn(database))

export async function findCertificate(database: Database, id: number) {
  const [certificate] = await findCertificatesById(database, [id])
  return certificate ?? null
}

export type NewCertificate = Pick<
  Certificate,
  'number' | 'full_name' | 'email' | 'course' | 'cohort' | 'start' | 'end' | 'issued_on'
> & { application_id?: number | null }

/** Equal for all certificates of a person and a cohort. */
export const holderKeyOf = ({ email, cohort }: Pick<NewCertificate, 'email' | 'cohort'>) =>
  `${emailKeyOf(email)} ${searchable(cohort)}`

const toRow = ({ start, end, issued_on, ...fields }: NewCertificate, code: string) => ({
  number: fields.number,
  full_name: fields.full_name,
  email: fields.email,
  email_key: emailKeyOf(fields.email),
  course: fields.course,
  cohort: fields.cohort,
  start_day: start,
  end_day: end,
  issued_day: issued_on,
  application_id: fields.application_id ?? null,
  holder_key: holderKeyOf(fields),
  code,
  search_text: searchable(
    [fields.full_name, fields.email, fields.number, fields.course, fields.cohort, code].join('\n'),
  ),
})

/** @throws a unique violation when the graduate has another valid certificate of the cohort */
export const updateCertificate = (
  transaction: Transaction<Tables>,
  { version, corrected_on, ...certificate }: Omit<Certificate, 'status'>,
  updated_at: string,
) =>
  transaction
    .updateTable('certificates')
    .set({
      ...toRow(certificate, certificate.code),
      version,
      corrected_day: corrected_on,
      updated_at,
    })
    .where('id', '=', certificate.id)
    .execute()

/** Keeps what a version said, under its code, before the next one takes its place. */
export const keepVersion = (
  transaction: Transaction<Tables>,
  certificate: Certificate,
  replaced_at: string,
) =>
  transaction
    .insertInto('earlier_certificates')
    .values({
      certificate_id: certificate.id,
      version: certificate.version,
      code: certificate.code,
      full_name: certificate.full_name,
      course: certificate.course,
      cohort: certificate.cohort,
      start_day: certificate.start,
      end_day: certificate.end,
      issued_day: certificate.issued_on,
      corrected_day: certificate.corrected_on,
      replaced_at,
    })
    .execute()

/** Marks a certificate as revoked. The graduate may get another one of the cohort. */
export const revokeCertificate = (
  database: Database,
  { id, revoked_reason }: Pick<Certificate, 'id' | 'revoked_reason'>,
  version: string,
) =>
  database
    .updateTable('certificates')
    .set({ revoked_at: version, revoked_reason, holder_key: null, updated_at: version })
    .where('id', '=', id)
    .execute()

/**
 * Stores certificates, except of those who have a valid one of the cohort.
 * @returns the new ones
 * @throws a unique violation when a number is taken
 */
export async function insertCertificates(
  database: Database,
  certificates: readonly NewCertificate[],
  now: string,
): Promise<Certificate[]> {
  if (certificates.length === 0) return []
  const times = { created_at: now, updated_at: now }
  // Always in the same order, so that two imports at once can't wait for each other.
  const values = certificates
    .map((certificate) => ({ ...toRow(certificate, newCode()), ...times }))
    .sort((one, other) => (one.holder_key < other.holder_key ? -1 : 1))
  const rows = await database
    .insertInto('certificates')
    .values(values)
    .onConflict((conflict) => conflict.column('holder_key').doNothing())
    .returning(columns)
    .execute()
  return rows.map(toCertificate).sort((a, b) => a.id - b.id)
}

/** The valid certificates of these holders, by their keys. */
export async function findHeld(database: Database, keys: readonly string[]) {
  if (keys.length === 0) return new Map<string, { id: number; number: string }>()
  const rows = await database
    .selectFrom('certificates')
    .select(['id', 'number', 'holder_key'])
    .where('holder_key', 'in', keys)
    .execute()
  return new Map(rows.map(({ id, number, holder_key }) => [holder_key, { id, number }]))
}

/** The valid certificates that were issued for these applications, by application. */
export async function findHeldFor(database: Database, applications: readonly number[]) {
  if (applications.length === 0) return new Map<number | null, { id: number; number: string }>()
  const rows = await database
    .selectFrom('certificates')
    .select(['id', 'number', 'application_id'])
    .where('application_id', 'in', applications)
    .where('revoked_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, number, application_id }) => [application_id, { id, number }]))
}

/** Those of the numbers that are taken. */
export async function findNumbers(database: Database, numbers: readonly string[]) {
  if (numbers.length === 0) return new Set<string>()
  const rows = await database
    .selectFrom('certificates')
    .select('number')
    .where('number', 'in', numbers)
    .execute()
  return new Set(rows.map(({ number }) => number))
}
