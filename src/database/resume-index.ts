import { sql } from 'kysely'
import type { Database } from './open.ts'
import { hasIndexApart, indexedLengthMin, searchable } from './search.ts'

/** Words are compared by so many letters at most. */
const wordLengthMax = 40

const wordPattern = /[\p{L}\p{N}\p{M}]+[+#]*/gu

/** A word as the index has it: lower case without accents. C++ and C# are words. */
const keyOf = (word: string) => searchable(word).slice(0, wordLengthMax)

/** The words of a resume or of a search in it, each once. */
export const resumeWordsOf = (text: string) => [
  ...new Set((text.match(wordPattern) ?? []).map(keyOf).filter(Boolean)),
]

/** Three letters find the words that begin with them; one or two are a word of their own, such as C and Go. */
const isBeginning = (word: string) => [...word].length >= indexedLengthMin

/**
 * Finds a word of a search in a text.
 * @returns where it begins and ends, or null
 */
export function findWord(text: string, word: string) {
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    const key = keyOf(found)
    if (isBeginning(word) ? key.startsWith(word) : key === word) {
      return { start: index, end: index + found.length }
    }
  }
  return null
}

type Some = {
  /** The latest alone, so that of a word that most have not all are read. */
  limit?: number
  /** Those alone with ids between these. */
  within?: { first: number; last: number }
}

/** The ids of the files of resumes that have all words, which `resumeWordsOf` has given. */
export function resumesWith(database: Database, words: readonly string[], some: Some = {}) {
  const isApart = hasIndexApart(database)
  const quoted = words.map((word) => {
    const end = isBeginning(word) ? (isApart ? '*' : ':*') : ''
    return isApart ? `"${word}"${end}` : `'${word}'${end}`
  })
  const [id, has] = isApart
    ? [sql`rowid`, sql`resume_texts_search match ${quoted.join(' ')}`]
    : [sql`file_id`, sql`words @@ ${quoted.join(' & ')}::tsquery`]
  const { limit, within } = some
  const between = within ? sql`and ${id} between ${within.first} and ${within.last}` : sql``
  const end = limit === undefined ? sql`` : sql`order by 1 desc limit ${limit}`
  const table = sql.table(isApart ? 'resume_texts_search' : 'resume_texts')
  return sql`(select ${id} from ${table} where ${has} ${between} ${end})`
}

/**
 * Stores the text of a resume with the index of its words. Call it in a transaction.
 * @param kept what is kept of the text, such as it sealed
 */
export async function storeResumeText(
  transaction: Database,
  fileId: number,
  text: string,
  kept = text,
) {
  const { numUpdatedRows } = await transaction
    .updateTable('resume_texts')
    .set({ text: kept, next_try_at: null })
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  // It was deleted meanwhile.
  if (numUpdatedRows === 0n) return
  const words = resumeWordsOf(text)
  if (hasIndexApart(transaction)) {
    await sql`insert or replace into resume_texts_search (rowid, words)
      values (${fileId}, ${words.join(' ')})`.execute(transaction)
  } else {
    await sql`update resume_texts set words = array_to_tsvector(${words}::text[])
      where file_id = ${fileId}`.execute(transaction)
  }
}
