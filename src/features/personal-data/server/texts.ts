import { sql, type Transaction } from 'kysely'
import { columnsOfKind, personalData } from '#database/personal-data.ts'
import { digitsOf, mayContain } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { searchedIn } from '#platform/mail/outbox.ts'
import { isPhone } from '#shared/validation.ts'
import type { Step } from './erase-work.ts'
import { findGivenByOthers } from './find.ts'
import { chunksOf, type TableName } from './person.ts'

type Column = readonly [TableName, string]
type Replace = (text: string) => string

/** Copies in which an address may stand, beside what staff write. */
const copies: readonly Column[] = [
  ['outbox', 'body'],
  ['outbox', 'parts'],
  ['outbox', 'calendar'],
  ['outbox', 'last_error'],
  ['edits', 'before'],
]

const written = (Object.keys(personalData) as TableName[]).flatMap((table) =>
  columnsOfKind(table, 'texts').map((column): Column => [table, column]),
)

const jsonColumns = ['outbox.parts', 'edits.before', 'trash.snapshot']
const isJson = ([table, column]: Column) => jsonColumns.includes(`${table}.${column}`)

/** What is copied from rows of others has their numbers. */
const isCopied = ([table]: Column) => table === 'trash' || table === 'edits'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const anyOf = (texts: readonly string[]) => texts.map(escaped).join('|')

/** Replaces these texts where they stand by themselves. */
function replacing(texts: readonly string[], before: string, after: string, by: string): Replace {
  if (texts.length === 0) return (text) => text
  const pattern = new RegExp(`${before}(?:${anyOf(texts)})${after}`, 'giu')
  return (text) => text.replace(pattern, by)
}

const afterAddress = '(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])'

/** Not the end of another's address. In a URL, a sign before it may be written as `%20` or `+`. */
function withoutAddresses(emails: readonly string[], by: string): Replace {
  const inUrl = emails.map(encodeURIComponent)
  const forms = ['NFC', 'NFD'].flatMap((form) => emails.map((email) => email.normalize(form)))
  const plain = replacing([...new Set(forms)], '(?<![\\p{L}\\p{N}.+_-])', afterAddress, by)
  const before = '(?<=%(?!2B)[\\dA-F]{2}|(?<![\\p{L}\\p{N}._-]))'
  const encoded = replacing(inUrl, before, afterAddress, by)
  return (text) => encoded(plain(text))
}

/** What stands between the digits of one number: any space but a line's end, any dash, and signs that nobody sees. */
const joint = '(?:(?:[^\\S\\n\\r]|[()\\p{Pd}\\p{Cf}]){0,3}|[./])'

/** Not a part of a longer number, which is another's. One with a plus begins anew, whatever digits stand before it. */
const withoutPhones = (phones: readonly string[], by: string) =>
  replacing(
    phones,
    `(?<![\\p{L}\\p{N}_])(?:(?=\\+)|(?<!\\p{Nd}${joint}))`,
    `(?![\\p{L}\\p{N}_]|${joint}\\p{Nd})`,
    by,
  )

/** A text without the full names of a person. A name of one word may be anybody's. */
export function withoutNames(text: string, names: readonly string[], pseudonym: string) {
  const whole = names.filter((name) => /\S{2,} \S{2,}/.test(name))
  return replacing(whole, '(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])', pseudonym)(text)
}

/** Replaces within the texts of a JSON only. @returns null where it can't be read */
export function replacedInJson(json: string, replace: Replace): string | null {
  try {
    return JSON.stringify(
      JSON.parse(json, (_, value) => (typeof value === 'string' ? replace(value) : value)),
    )
  } catch {
    return null
  }
}

/** Whoever types a number may have meant anything: a date or a range of years stands in many texts. */
const isCertainlyPhone = (text: string) =>
  isPhone(text) &&
  text.replace(/\D/g, '').length >= 8 &&
  !/(?<!\d)(19|20)\d\d(?!\d)|^(19|20)\d{6}$/.test(text)

/** More numbers than anybody has: texts are searched for each, and a stranger may have typed thousands. */
const phonesMax = 50

const certainPhones = (phones: readonly string[]) => [
  ...new Set(phones.map((text) => text.trim()).filter(isCertainlyPhone)),
]

/** How many of a person's numbers are not looked for in texts. */
export const countUnsought = (phones: readonly string[]) =>
  Math.max(0, certainPhones(phones).length - phonesMax)

/** The numbers of a person that nobody else gave, and that are not ours: anybody may have typed those. */
async function ownPhones({ services, transaction, person }: Parameters<Step>[0]) {
  const ours = digitsOf((await services.readSettings(transaction)).contact.phone)
  const phones = certainPhones(person.phones)
    .slice(0, phonesMax)
    // Some write a zero in the place of the country's code.
    .filter((phone) => !ours.includes(digitsOf(phone).replace(/^0+/, '')))
  const shared = await findGivenByOthers(transaction, phones, person.email_key)
  return phones.filter((phone) => !shared.has(phone))
}

/**
 * Takes a person out of what others wrote or are written: their email everywhere, a phone number where it is theirs
 * alone, and their name, which may be anybody's, only from emails that contain their address.
 */
export const replaceInTexts: Step = async (step) => {
  const { transaction, person, pseudonym } = step
  const emails = person.emails.filter((text) => text.length > 5)
  const phones = await ownPhones(step)
  const addresses = withoutAddresses(emails, pseudonym)
  const numbers = withoutPhones(phones, pseudonym)
  const sought = [...new Set([...emails, ...emails.map(encodeURIComponent)])]
  const work = { transaction, counts: { texts: 0, unreadable: 0 } }
  for (const some of chunksOf(sought, 100)) {
    await replaceInEmails(work, some, (text) =>
      withoutNames(numbers(addresses(text)), person.names, pseudonym),
    )
  }
  for (const column of [...written, ...copies]) {
    for (const some of chunksOf(sought)) await replaceIn(work, column, some, addresses)
    if (isCopied(column)) continue
    if (phones.length > 0) await replaceIn(work, column, phones, numbers)
  }
  return { counts: work.counts }
}

type Work = {
  transaction: Transaction<Tables>
  /** How many different texts were changed, and how many could not be read. */
  counts: { texts: number; unreadable: number }
}

function replaced({ counts }: Work, column: Column, text: string, replace: Replace) {
  const changed = isJson(column) && text !== '' ? replacedInJson(text, replace) : replace(text)
  if (changed === null) counts.unreadable += 1
  else if (changed !== text) counts.texts += 1
  return changed ?? text
}

/** What was sent about a person. An email that is still to be sent must name them. */
async function replaceInEmails(work: Work, sought: readonly string[], replace: Replace) {
  const columns = ['subject', 'body', 'parts', 'calendar'] as const
  const emails = await work.transaction
    .selectFrom('outbox')
    .select(['id', 'recipient', ...columns])
    .where('sent_at', 'is not', null)
    .where((where) =>
      where.or(columns.flatMap((column) => sought.map((text) => mayContain(column, text)))),
    )
    .execute()
  for (const { id, recipient, ...email } of emails) {
    const values = { ...email, search_text: '' }
    for (const column of columns) {
      values[column] = replaced(work, ['outbox', column], email[column], replace)
    }
    values.search_text = searchedIn({ recipient, subject: values.subject })
    await work.transaction.updateTable('outbox').set(values).where('id', '=', id).execute()
  }
}

async function replaceIn(work: Work, one: Column, texts: readonly string[], replace: Replace) {
  const [table, column] = one
  const where = sql.join(
    texts.map((text) => mayContain(column, text)),
    sql` or `,
  )
  const unsent = sql.raw(table === 'outbox' ? 'and sent_at is not null' : '')
  const { rows } = await sql<{ text: string }>`
    select distinct ${sql.ref(column)} as text from ${sql.table(table)} where (${where}) ${unsent}
  `.execute(work.transaction)
  for (const { text } of rows) {
    const changed = replaced(work, one, text, replace)
    if (changed === text) continue
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${changed}
      where ${sql.ref(column)} = ${text} ${unsent}`.execute(work.transaction)
  }
}
