import { type Kysely, type QueryExecutorProvider, type SqlBool, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import { lastIndexed } from './search-progress.ts'

/** Far more than any script writes on one letter: Unicode's own limit for its algorithms. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu

/** A text that may be normalized: to put the marks of one letter in order takes seconds where a text is marks alone. */
export const withMarksLimited = (text: string) => text.replace(tooManyMarks, '$1')

/** Converts text for search and sorting: lower case without accents, so that "noel" finds "Noël". */
export const searchable = (text: string) =>
  withMarksLimited(text)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The digits of a number, however it is written: `(0788) 748-303` gives `0788748303`. */
export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The digits of the numbers in a text that have other characters between them, as people write telephone numbers. */
export const numbersIn = (text: string) =>
  (text.match(/\d[\d ().\-/]*\d/g) ?? []).filter((number) => /\D/.test(number)).map(digitsOf)

/** A text for LIKE, with `%` and `_` as they are. */
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const isLike = (column: string, pattern: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`

/** Whether a column contains the text as it is written; to SQLite, the case of ASCII letters is all the same. */
export const hasLiteral = (column: string, text: string) => isLike(column, `%${escaped(text)}%`)

/** The same for the end of a column. */
export const endsWithLiteral = (column: string, text: string) => isLike(column, `%${escaped(text)}`)

/** Whether a column of searchable text contains the text. */
export const contains = (column: string, text: string) =>
  hasLiteral(column, searchable(text.trim()))

/**
 * Whether a column may contain the text in any case: the letters of ASCII stand there, and anything in place of the
 * others, of which SQLite knows no case. Whoever needs to be sure looks at what is found.
 */
export const mayContain = (column: string, text: string) => {
  const runs = text.normalize().split(/\P{ASCII}+/u)
  const pattern = runs.map((run) => escaped(run.toLowerCase())).join('%')
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${pattern}%`} escape '\\'`
}

/** An index of trigrams has no entry for less. */
export const indexedLengthMin = 3

/**
 * Whether a column of searchable text has a word: one of one or two letters at the beginning of a word, since most
 * texts contain it somewhere.
 */
export const hasWord = (column: string, word: string) =>
  isIndexedLength(word)
    ? contains(column, word)
    : beginsWord(column, escaped(searchable(word.trim())))

const beginsWord = (column: string, pattern: string) =>
  sql<SqlBool>`(${isLike(column, `${pattern}%`)} or ${isLike(column, `% ${pattern}%`)})`

/** Whether a searchable text has a word, as `hasWord` tells of a column. */
export function hasWordIn(text: string, word: string) {
  const key = searchable(word.trim())
  return isIndexedLength(word) ? text.includes(key) : ` ${text}`.includes(` ${key}`)
}

/** Whether `latestMatches` finds a word: two letters are a trigram with the space before them. */
export const isIndexedWord = (word: string) => [...searchable(word.trim())].length > 1

/** Whether a text is long enough for an index of trigrams. */
export const isIndexedLength = (text: string) =>
  [...searchable(text.trim())].length >= indexedLengthMin

/** Whether the index of trigrams is a virtual table: on SQLite. */
export const hasIndexApart = isSqlite

/** Where a text begins in another one, from 1 on; 0 where it is not in it. */
export const positionOf = (database: QueryExecutorProvider, text: string, column: string) =>
  sql<number>`${sql.raw(isSqlite(database) ? 'instr' : 'strpos')}(${sql.ref(column)}, ${text})`

/** Whether a row of the virtual table has all these words, those of two letters at the beginning of a word. */
export function matchesAll(table: string, words: readonly string[]) {
  const phrases = words.map((word) => {
    const text = searchable(word.trim()).replaceAll('"', '""')
    return isIndexedLength(word) ? `"${text}"` : `" ${text}"`
  })
  return sql<boolean>`${sql.table(`${table}_search`)} match ${phrases.join(' ')}`
}

/**
 * The ids of the latest rows that have all words, by the table's trigram index. With a limit, not all rows need be read
 * for a word that most of them contain.
 * @param words of three characters at least; of two where the index has a space before the text
 * @param limit undefined for all
 */
export function latestMatches<Tables>(
  database: Kysely<Tables>,
  table: string,
  words: readonly string[],
  limit: number | undefined,
) {
  const end = limit === undefined ? sql`` : sql`order by 1 desc limit ${limit}`
  const all = sql.join(
    words.map((word) => hasWord('search_text', word)),
    sql` and `,
  )
  if (hasIndexApart(database)) {
    return sql`(select rowid from ${sql.table(`${table}_search`)} where ${matchesAll(table, words)}
      union all select id from ${sql.table(table)} where id > ${lastIndexed(table)} and ${all} ${end})`
  }
  return sql`(select id from ${sql.table(table)} where ${all} ${end})`
}

/** The words of a search as they were written, without duplicates. */
export const wordsIn = (search: string) => [...new Set(search.split(/\s+/).filter(Boolean))]

/** Digits with what people write between them. */
const isNumeric = (word: string) => /\d/.test(word) && /^[\d+().\-/]+$/.test(word)

/** A telephone number has at least this many digits; fewer are words of their own. */
export const numberDigitsMin = 7

/**
 * The words of a search: without duplicates, and without those that are part of another. The longest come first, since
 * they exclude the most rows. Numbers are reduced to their digits, as the searchable text has them.
 */
export function wordsOf(search: string) {
  const words = [...new Set(withNumbersJoined(search.split(/\s+/).filter(Boolean)))].sort(
    (a, b) => b.length - a.length,
  )
  return words.filter(
    (word, index) => !words.slice(0, index).some((longer) => isPartOf(longer, word)),
  )
}

/** One or two letters begin a word, which no other word says. */
const isPartOf = (longer: string, word: string) => isIndexedLength(word) && longer.includes(word)

/** Joins neighbouring numeric words that are one number: `789-923 545`. */
function withNumbersJoined(words: readonly string[]) {
  const joined: string[] = []
  let number: string[] = []
  const endNumber = () => {
    const digits = number.map((word) => digitsOf(word.replace(/^(?:\+|00)250(?=(?:\D*\d){3})/, '')))
    const isOne = digits.join('').length >= numberDigitsMin
    joined.push(...(isOne ? [withoutPrefix(digits.join(''))] : digits))
    number = []
  }
  for (const word of words) {
    if (isNumeric(word)) number.push(word)
    else {
      endNumber()
      joined.push(word)
    }
  }
  endNumber()
  return joined
}

/** The digits of a phone number without the country code of Rwanda or the leading zero: people write either. */
export const withoutPrefix = (digits: string) =>
  digits.replace(/^(?:00)?250(?=\d{9}$)/, '').replace(/^0+(?=\d{7})/, '')
