import { sql } from 'kysely'

/** Text as it is searched and sorted: small letters without accents, so that "Noël" is found by "noel". */
export const searchable = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether a column that holds searchable text contains the text; `%` and `_` mean themselves. */
export function contains(column: string, text: string) {
  const pattern = `%${searchable(text.trim()).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** The words of a search, each once; one that stands within another says nothing more. The longest rule out the most. */
export function wordsOf(search: string) {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))].sort(
    (a, b) => b.length - a.length,
  )
  return words.filter(
    (word, index) => !words.slice(0, index).some((longer) => longer.includes(word)),
  )
}
