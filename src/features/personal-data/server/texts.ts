import { type SqlBool, sql, type Transaction } from 'kysely'
import { columnsOfKind, personalData } from '#database/personal-data.ts'
import type { Tables } from '#database/tables.ts'
import type { Step } from './erase-work.ts'
import { anywhere, type TableName } from './person.ts'

/** Copies in which an address may stand, beside what staff write. */
const copies: readonly (readonly [TableName, string])[] = [
  ['outbox', 'body'],
  ['outbox', 'parts'],
  ['outbox', 'calendar'],
  ['outbox', 'last_error'],
  ['edits', 'before'],
]

/** Where a full name is taken out as well: in emails that were sent, and of images. */
const named: readonly (readonly [TableName, string])[] = [
  ...(['subject', 'body', 'parts', 'calendar'] as const).map(
    (column) => ['outbox', column] as const,
  ),
  ...(['alt', 'file_name', 'search_text'] as const).map((column) => ['images', column] as const),
]

const written = (Object.keys(personalData) as TableName[]).flatMap((table) =>
  columnsOfKind(table, 'texts').map((column) => [table, column] as const),
)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (texts: readonly string[]) => new RegExp(texts.map(escaped).join('|'), 'giu')

/** A name of one word may be anybody's. */
const wholeNames = (names: readonly string[]) => names.filter((name) => /\S{2,} \S{2,}/.test(name))

/** A text without the full names of a person. */
export function withoutNames(text: string, names: readonly string[], pseudonym: string) {
  const whole = wholeNames(names)
  return whole.length === 0 ? text : text.replace(patternOf(whole), pseudonym)
}

/**
 * Takes the e-mail and the phone numbers of a person out of whatever staff wrote anywhere. Their name may be another's,
 * too, so it stays in what is not about them.
 */
export const replaceInTexts: Step = async ({ transaction, person, pseudonym }) => {
  const { emails, phones, names } = person
  const addresses = [...emails, ...emails.map(encodeURIComponent), ...phones]
  const wanted = [...new Set(addresses.filter((text) => text.length > 5))]
  let replaced = 0
  for (const [table, column] of [...written, ...copies]) {
    replaced += await replaceIn(transaction, table, column, wanted, pseudonym)
  }
  for (const [table, column] of named) {
    replaced += await replaceIn(transaction, table, column, wholeNames(names), pseudonym)
  }
  return { counts: { texts: replaced } }
}

/** @returns how many different texts were changed */
async function replaceIn(
  transaction: Transaction<Tables>,
  table: TableName,
  column: string,
  texts: readonly string[],
  pseudonym: string,
) {
  if (texts.length === 0) return 0
  const where = sql.join(
    texts.map(
      (text) => sql<SqlBool>`lower(${sql.ref(column)}) like lower(${anywhere(text)}) escape '\\'`,
    ),
    sql` or `,
  )
  // An email that is still to be sent to somebody of the same name must name them.
  const unsent = sql.raw(table === 'outbox' ? 'and sent_at is not null' : '')
  const { rows } = await sql<{ text: string }>`
    select distinct ${sql.ref(column)} as text from ${sql.table(table)} where (${where}) ${unsent}
  `.execute(transaction)
  const pattern = patternOf(texts)
  for (const { text } of rows) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text.replace(pattern, pseudonym)}
      where ${sql.ref(column)} = ${text} ${unsent}`.execute(transaction)
  }
  return rows.length
}
