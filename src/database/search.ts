import { sql } from 'kysely'

/** Converts text for search and sorting: lower case without accents, so that "noel" finds "Noël". */
export const searchable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether a column of searchable text contains the text; `%` and `_` are literal. */
export function contains(column: string, text: string) {
  const pattern = `%${searchable(text.trim()).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/**
 * The words of a search: without duplicates, and without those that are part of another. The longest come first, since
 * they exclude the most rows.
 */
export function wordsOf(search: string) {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  )
  return words.filter(
    (word, index) => !words.slice(0, index).some((longer) => longer.includes(word)),
  )
}
