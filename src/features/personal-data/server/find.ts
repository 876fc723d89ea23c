import { sql } from 'kysely'
import { allInWindows } from '#database/id-windows.ts'
import type { Database } from '#database/open.ts'
import { columnsOfKind } from '#database/personal-data.ts'
import { digitsOf } from '#database/search.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { isEmail } from '#shared/validation.ts'
import type { FoundPerson } from '../contract.ts'
import { tableTitle } from './colleagues.ts'
import { collectPerson, hasAccount } from './collect-person.ts'
import {
  findNamesakes,
  isPhoneColumn,
  type PersonRows,
  rootTables,
  type TableName,
} from './person.ts'

/** At most this many people who share a phone are found. */
const peopleMax = 20

/** Finds people by an email, or by a phone number: then those who gave it. */
export async function findPeople(context: RequestContext, sought: string): Promise<FoundPerson[]> {
  const { database } = context
  const keys = isEmail(sought) ? [emailKeyOf(sought)] : await findByPhone(database, sought)
  const people = []
  for (const email_key of keys.slice(0, peopleMax))
    people.push(await findPerson(context, email_key))
  return people
}

const phoneColumns = rootTables.flatMap((table) =>
  columnsOfKind(table, 'person')
    .filter(isPhoneColumn)
    .map((column) => [table, column] as const),
)

/** The end of a number that all its spellings share: some write the country's code, some a zero in its place. */
const endOf = (phone: string) => digitsOf(phone).slice(-9)

/** The digits of a column, and with which ends they are sought. */
function endings(column: string, phones: readonly string[]) {
  const digits = ['(', ')', '.', '-', '/', ' '].reduce(
    (text, sign) => sql<string>`replace(${text}, ${sign}, '')`,
    sql<string>`${sql.ref(column)}`,
  )
  const ends = new Set(phones.map(endOf))
  const conditions = [...ends].map((end) => sql`${digits} like ${`%${end}`}`)
  return { digits, isOne: sql<boolean>`(${sql.join(conditions, sql` or `)})` }
}

async function findByPhone(database: Database, phone: string) {
  if (digitsOf(phone).length < 7) return []
  const keys = new Set<string>()
  for (const [table, column] of phoneColumns) {
    for await (const isInWindow of allInWindows(database, table)) {
      const rows = await database
        .selectFrom(table as 'applications')
        .select('email_key')
        .where(isInWindow)
        .where(endings(column, [phone]).isOne)
        .execute()
      for (const { email_key } of rows) keys.add(email_key)
      if (keys.size >= peopleMax) return [...keys]
    }
  }
  return [...keys]
}

/** Those of some numbers that others than this person gave as well. Each table is read once for all of them. */
export async function findGivenByOthers(
  database: Database,
  phones: readonly string[],
  email_key: string,
) {
  const shared = new Set<string>()
  if (phones.length === 0) return shared
  for (const [table, column] of phoneColumns) {
    const { digits, isOne } = endings(column, phones)
    for await (const isInWindow of allInWindows(database, table)) {
      const rows = await database
        .selectFrom(table as 'applications')
        .select(digits.as('given'))
        .distinct()
        .where(isInWindow)
        .where('email_key', '<>', email_key)
        .where(isOne)
        .execute()
      for (const phone of phones) {
        if (rows.some(({ given }) => given.endsWith(endOf(phone)))) shared.add(phone)
      }
    }
  }
  return shared
}

async function findPerson(context: RequestContext, email_key: string): Promise<FoundPerson> {
  const subject = { email_key, testimonial_ids: [] }
  const { rows, inTrash, known } = await collectPerson(context, subject)
  const namesakes = await findNamesakes(context.database, known)
  const countsOf = (some: PersonRows, in_trash: boolean) =>
    [...some].map(([table, those]) => ({
      table,
      title: tableTitle(table),
      in_trash,
      count: those.length,
      links: in_trash ? [] : those.slice(0, 5).flatMap(({ id }) => linkOf(table, Number(id)) ?? []),
    }))
  return {
    email: email_key,
    names: known.names,
    phones: known.phones,
    has_account: await hasAccount(context, known),
    stored: [...countsOf(rows, false), ...countsOf(inTrash, true)],
    testimonials: namesakes,
  }
}

const pages: Partial<Record<TableName, (id: number) => string>> = {
  applications: (id) => `/dashboard/applications/${id}`,
  talents: (id) => `/dashboard/talents/${id}`,
  contact_messages: (id) => `/dashboard/messages/${id}`,
  certificates: (id) => `/dashboard/certificates/${id}`,
}

const linkOf = (table: TableName, id: number) => pages[table]?.(id)
