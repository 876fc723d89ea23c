import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { allInWindows } from '#database/id-windows.ts'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import { columnsOfKind, personalData } from '#database/personal-data.ts'
import { digitsOf, mayContain } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { invalidateFailed } from '#platform/cache/tag-versions.ts'
import type { Services } from '#platform/http/context.ts'
import { searchedIn } from '#platform/mail/outbox.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { chunksOf } from '#shared/chunks.ts'
import { isPhone } from '#shared/validation.ts'
import { addedUp, type Counts, type LongStep, type Person, type StepOutcome } from './erase-work.ts'
import { findGivenByOthers } from './find.ts'
import type { TableName } from './person.ts'
import { tagsOfTexts } from './text-tags.ts'

type Replace = (text: string) => string

/** Copies in which an address may stand, beside what staff write. */
const copies: Partial<Record<TableName, readonly string[]>> = {
  outbox: ['body', 'parts', 'calendar', 'last_error', 'reply_to'],
  edits: ['before'],
}

/** Where others may have written of a person, by table. */
const searchedColumns = new Map(
  (Object.keys(personalData) as TableName[]).flatMap((table): [TableName, string[]][] => {
    const columns = [...columnsOfKind(table, 'texts'), ...(copies[table] ?? [])]
    return columns.length === 0 ? [] : [[table, columns]]
  }),
)

const jsonColumns = ['outbox.parts', 'edits.before', 'trash.snapshot']
const isJson = (table: TableName, column: string) => jsonColumns.includes(`${table}.${column}`)

/** What stays of an email to staff that tells what a person wrote to us, and is answered to them. */
const emptied: Readonly<Record<string, string>> = {
  subject: 'Erased',
  body: '',
  parts: '',
  reply_to: '',
}

/** What is copied from rows of others has their numbers. */
const copyTables: readonly TableName[] = ['trash', 'edits']

/** Replaces these texts where they stand by themselves. */
function replacing(texts: readonly string[], before: string, after: string, by: string): Replace {
  if (texts.length === 0) return (text) => text
  const pattern = new RegExp(`${before}(?:${texts.map(RegExp.escape).join('|')})${after}`, 'giu')
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
async function ownPhones({ database, readSettings }: Services, person: Person) {
  const ours = digitsOf((await readSettings(database)).contact.phone)
  const phones = certainPhones(person.phones)
    .slice(0, phonesMax)
    // Some write a zero in the place of the country's code.
    .filter((phone) => !ours.includes(digitsOf(phone).replace(/^0+/, '')))
  const shared = await findGivenByOthers(database, phones, person.email_key)
  return phones.filter((phone) => !shared.has(phone))
}

/**
 * Takes a person out of what others wrote or are written: their email everywhere, a phone number where it is theirs
 * alone, and their name, which may be anybody's, only from emails that contain their address.
 */
export const replaceInTexts: LongStep['inParts'] = (work) =>
  replaceIn([...searchedColumns.keys()], work, (table) =>
    table === 'outbox' ? sql`(${isOld(work)} or sent_at is not null or next_try_at is null)` : all,
  )

/** The same in emails that waited when all else was erased. They may have been sent since, or given up. */
export const replaceInEmails: LongStep['inParts'] = (work) =>
  replaceIn(['outbox'], work, () => isOld(work))

const all = sql<SqlBool>`1 = 1`
const isOld = ({ before }: LongWork) => sql<SqlBool>`created_at <= ${before}`

async function replaceIn(
  tables: readonly TableName[],
  work: LongWork,
  isWanted: (table: TableName) => RawBuilder<SqlBool>,
): Promise<StepOutcome> {
  const { services, person, pseudonym } = work
  const { config, database } = services
  const emails = person.emails.filter((text) => text.length > 5)
  const phones = await ownPhones(services, person)
  const addresses = withoutAddresses(emails, pseudonym)
  const numbers = withoutPhones(phones, pseudonym)
  const both: Replace = (text) => numbers(addresses(text))
  const named: Replace = (text) => withoutNames(both(text), person.names, pseudonym)
  const written = [...emails, ...emails.map(encodeURIComponent)]
  const sought = [...new Set(written.map((text) => text.normalize().toLowerCase()))]
  const unreadable = new Set<string>()
  let waits = false
  for (const table of tables) {
    const columns = searchedColumns.get(table) ?? []
    const isCopied = copyTables.includes(table)
    const isTold = (row: TextRow) =>
      table === 'outbox' &&
      columns.some((column) => addresses(row[column] ?? '') !== (row[column] ?? ''))
    const isOfTheirs = ({ reply_to, created_at }: TextRow) =>
      table === 'outbox' &&
      String(created_at) <= work.before &&
      emailKeyOf(reply_to ?? '') === person.email_key
    /** The texts of a row that change, each with what it becomes. */
    const changesOf = (row: TextRow) => {
      const replace = isCopied ? addresses : isTold(row) ? named : both
      const given = isOfTheirs(row) ? emptied : {}
      return columns.flatMap((column): Change[] => {
        const text = row[column] ?? ''
        const changed = given[column] ?? replaced(table, column, text, replace)
        if (changed === null) unreadable.add(`${table} ${row[keyOf(table)]} ${column}`)
        return changed === null || changed === text ? [] : [{ column, text, changed }]
      })
    }
    const texts = isCopied ? sought : [...sought, ...phones]
    for await (const row of findRows(database, table, texts, isWanted(table))) {
      if (changesOf(row).length === 0) continue
      // An email that is still to be sent must name whom it is about. Without a mail server none is.
      if (config.smtpUrl && table === 'outbox' && !row.sent_at && row.next_try_at) waits = true
      else {
        const tags = tagsOfTexts(table)
        await rewrite(work, table, row, changesOf).catch(
          invalidateFailed(services.tagVersions, tags),
        )
        // At once: no later look finds this text, and raises its tags.
        services.tagVersions.invalidate(tags)
      }
    }
  }
  return { counts: { unreadable: unreadable.size }, waits }
}

type LongWork = Parameters<LongStep['inParts']>[0]
type TextRow = Readonly<Record<string, string | null>>
type Change = { column: string; text: string; changed: string }

/** Nobody can answer to a pseudonym. */
function replaced(table: TableName, column: string, text: string, replace: Replace) {
  if (isJson(table, column) && text) return replacedInJson(text, replace)
  const changed = replace(text)
  return column === 'reply_to' && changed !== text ? '' : changed
}

/** All but drafts of replies have an id of their own. */
const keyOf = (table: TableName) => (table === 'contact_drafts' ? 'message_id' : 'id')

/** SQLite nests at most 1,000 conditions. */
const conditionsMax = 500

/** The rows that may have one of these texts; one that has several may come again. */
async function* findRows(
  database: Database,
  table: TableName,
  texts: readonly string[],
  isWanted: RawBuilder<SqlBool>,
) {
  const columns = searchedColumns.get(table) ?? []
  const chunks = [...chunksOf(texts, Math.floor(conditionsMax / columns.length))]
  for await (const isInWindow of allInWindows(database, table, keyOf(table))) {
    for (const some of chunks) {
      const conditions = columns.flatMap((column) => some.map((text) => mayContain(column, text)))
      const { rows } = await sql<TextRow>`
        select * from ${sql.table(table)}
        where ${isInWindow} and (${sql.join(conditions, sql` or `)}) and ${isWanted}
      `.execute(database)
      yield* rows
    }
  }
}

/** Writes and counts what changes in a row, which is locked: another erasure may write to the same one. */
const rewrite = (
  { services: { database }, id }: LongWork,
  table: TableName,
  found: TextRow,
  changesOf: (row: TextRow) => Change[],
) =>
  database.transaction().execute(async (transaction) => {
    await lockRow(transaction, 'erasures', id)
    const key = keyOf(table)
    const rows = await transaction
      .selectFrom(table as 'outbox')
      .selectAll()
      .where(key as 'id', '=', Number(found[key]))
      .forNoKeyUpdate()
      .execute()
    const changes = rows.flatMap((row) => changesOf(row as unknown as TextRow))
    for (const { column, text, changed } of changes) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${changed}
        where ${sql.ref(key)} = ${found[key]} and ${sql.ref(column)} = ${text}
      `.execute(transaction)
    }
    if (table === 'outbox') await describeEmail(transaction, Number(found.id))
    await noteCounts(transaction, id, { texts: changes.length })
  })

/** Brings up to date what the outbox is searched in. */
async function describeEmail(transaction: Transaction<Tables>, id: number) {
  const emails = transaction.selectFrom('outbox').select(['recipient', 'subject'])
  const email = await emails.where('id', '=', id).executeTakeFirst()
  if (!email) return
  const search_text = searchedIn(email)
  await transaction.updateTable('outbox').set({ search_text }).where('id', '=', id).execute()
}

/** Adds to what an erasure counts, whose row is locked. */
async function noteCounts(transaction: Transaction<Tables>, id: number, more: Counts) {
  const job = transaction.selectFrom('erasures').select('counts').where('id', '=', id)
  const { counts } = await job.executeTakeFirstOrThrow()
  await transaction
    .updateTable('erasures')
    .set({ counts: JSON.stringify(addedUp(JSON.parse(counts), more)) })
    .where('id', '=', id)
    .execute()
}
