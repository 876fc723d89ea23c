import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { findForeignKeys } from '#database/foreign-keys.ts'
import type { Database } from '#database/open.ts'
import { personalData } from '#database/personal-data.ts'
import { hasLiteral, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { chunksOf } from '#shared/chunks.ts'

export type TableName = keyof Tables
export type Row = Readonly<Record<string, unknown>>
/** The rows of a person, by table. */
export type PersonRows = Map<TableName, Row[]>

/** Who is looked for, and until when their rows were made that count. */
export type Subject = {
  email_key: string
  /** Testimonials have no email: staff say which are theirs. */
  testimonial_ids: readonly number[]
  before?: string
}

/** The tables whose rows name an email. The others follow from these. */
export const rootTables = (Object.keys(personalData) as TableName[]).filter(
  (table) => personalData[table].foundBy,
)

/** One statement takes this many values: SQLite nests at most 1,000 conditions. */
export const valuesAtOnce = 500

export async function readRows(
  database: Database,
  table: TableName,
  where: (chunk: readonly unknown[]) => RawBuilder<SqlBool>,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const chunk of chunksOf(values, valuesAtOnce)) {
    const some = await database
      .selectFrom(table as 'applications')
      .selectAll()
      .where(where(chunk))
      .execute()
    rows.push(...(some as Row[]))
  }
  return rows
}

const isIn = (column: string) => (values: readonly unknown[]) =>
  sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`

/** The rows of one table that are the person's own. */
export async function findOwnRows(
  database: Database,
  table: TableName,
  { email_key, testimonial_ids, before }: Subject,
): Promise<Row[]> {
  const isTestimonial = table === 'testimonials'
  const found = await readRows(
    database,
    table,
    isIn(isTestimonial ? 'id' : 'email_key'),
    isTestimonial ? testimonial_ids : [email_key],
  )
  return found
    .filter(({ created_at }) => before === undefined || String(created_at) <= before)
    .sort((one, other) => Number(one.id) - Number(other.id))
}

/**
 * Whether a row that hangs on a person's row tells of somebody else: a follower of their thread, or what another
 * answered to our reply. Such an answer names who wrote it; the person's own names nobody.
 */
export const isOfAnother = (table: TableName, row: Row, email_key: string) =>
  personalData[table].foundBy !== undefined &&
  row.email_key !== email_key &&
  !(table === 'contact_answers' && row.email === '')

/** Takes each row the first time that it comes, and leaves it out later. */
function eachOnce() {
  const known = new Set<string>()
  return (table: TableName, rows: readonly Row[]) =>
    rows.filter((row) => {
      const key = `${table} ${row.id ?? JSON.stringify(row)}`
      return !known.has(key) && known.add(key)
    })
}

/**
 * What belongs to these rows of a person: all that foreign keys delete with them, and their files. Of comments, the
 * replies are others', and so are the followers.
 */
export async function findDependents(
  database: Database,
  table: TableName,
  rows: readonly Row[],
  email_key: string,
) {
  const keys = (await findForeignKeys(database)).filter(
    ({ child, parent, onDelete }) =>
      onDelete === 'cascade' && child !== parent && personalData[child]?.section,
  )
  const found: PersonRows = new Map()
  const freshOf = eachOnce()
  let level: [TableName, readonly Row[]][] = [[table, rows]]
  while (level.length > 0) {
    const next: typeof level = []
    for (const [parent, parents] of level) {
      if (parents.length === 0) continue
      const fileIds = fileIdsOf(parents)
      if (fileIds.length > 0)
        next.push(['files', await readRows(database, 'files', isIn('id'), fileIds)])
      for (const { child, column } of keys.filter((key) => key.parent === parent)) {
        const ids = parents.map(({ id }) => id)
        const children = await readRows(database, child, isIn(column), ids)
        const own = children.filter((row) => !isOfAnother(child, row, email_key))
        next.push([child, freshOf(child, own)])
      }
    }
    for (const [child, some] of next) found.set(child, [...(found.get(child) ?? []), ...some])
    level = next
  }
  return found
}

/** The files of these rows. */
export const fileIdsOf = (rows: Iterable<Row>) =>
  [...rows].flatMap(({ resume_id, pdf_id }) => [resume_id, pdf_id].filter(Boolean).map(Number))

/** Everything of a person that rows hold. */
export async function findPersonRows(database: Database, subject: Subject): Promise<PersonRows> {
  const all: PersonRows = new Map()
  const freshOf = eachOnce()
  const add = (table: TableName, rows: readonly Row[]) => {
    // A row may be the person's own, and belong to another of theirs.
    const fresh = freshOf(table, rows)
    if (fresh.length > 0) all.set(table, [...(all.get(table) ?? []), ...fresh])
  }
  for (const table of [...rootTables, 'testimonials'] as const) {
    const own = await findOwnRows(database, table, subject)
    add(table, own)
    for (const [child, rows] of await findDependents(database, table, own, subject.email_key))
      add(child, rows)
  }
  return all
}

const phoneColumns = ['phone', 'phone_number']
/** Whether a column has a person's own number. */
export const isPhoneColumn = (column: string) => phoneColumns.includes(column)

/** What a person is known by: how they wrote their email, their names and their phone numbers. */
export type Known = { emails: string[]; names: string[]; phones: string[] }

export function knownBy(rows: PersonRows, email_key: string): Known {
  const emails = new Set([email_key])
  const names = new Set<string>()
  const phones = new Set<string>()
  for (const table of [...rootTables, 'testimonials'] as const) {
    for (const row of rows.get(table) ?? []) {
      if (isOfAnother(table, row, email_key)) continue
      const text = (column: string) => (typeof row[column] === 'string' ? row[column] : '')
      if (text('email')) emails.add(text('email'))
      const whole = `${text('first_name')} ${text('last_name')}`.trim()
      for (const name of [whole, text('full_name'), text('name')]) if (name) names.add(name)
      for (const phone of phoneColumns.map(text)) if (phone) phones.add(phone)
    }
  }
  return { emails: [...emails], names: [...names], phones: [...phones] }
}

/** The emails to these addresses, however they are written. */
export async function findEmailsTo(
  database: Database,
  { emails }: Known,
  before: string | undefined,
): Promise<Row[]> {
  const keys = new Set(emails.map(emailKeyOf))
  // Those of a process of the version before have no key.
  const rows = await readRows(database, 'outbox', isIn('recipient_key'), [...keys, ''])
  return rows.filter(
    ({ recipient, created_at }) =>
      keys.has(emailKeyOf(String(recipient))) &&
      (before === undefined || String(created_at) <= before),
  )
}

const namesakeColumns = ['id', 'full_name', 'title', 'description', 'status'] as const
type Namesake = Pick<Selectable<Tables['testimonials']>, (typeof namesakeColumns)[number]>

/** Testimonials by somebody of one of these names, who may be another. */
export async function findNamesakes(database: Database, { names }: Known) {
  const keys = new Set(names.map(searchable))
  const rows = new Map<number, Namesake>()
  for (const some of chunksOf([...keys], valuesAtOnce)) {
    const found = await database
      .selectFrom('testimonials')
      .select(namesakeColumns)
      .where((where) => where.or(some.map((key) => hasLiteral('search_text', key))))
      .execute()
    for (const row of found) rows.set(row.id, row)
  }
  return [...rows.values()]
    .filter(({ full_name }) => keys.has(searchable(full_name)))
    .sort((one, other) => one.id - other.id)
}
