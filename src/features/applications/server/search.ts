import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { hasWord, isIndexedWord, latestMatches, wordsOf } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'

type Query = SelectQueryBuilder<Tables, 'applications', object>

/** Of a search that fits more, so many are listed: the newest. */
export const foundMax = 1_000

/** Of so few that match the filters each is looked at. */
export const readMax = 10_000

/** How to find what is searched for. */
export type Search = {
  /** The ids that an index has found; undefined for all. */
  found?: RawBuilder<unknown> | undefined
  /** The words that these have to have besides. */
  words: readonly string[]
  /** Whether more match than are looked at. */
  has_more: boolean
}

/** Finds all that match, however many they are. */
export function searchAll(database: Database, text = ''): Search {
  const words = Map.groupBy(wordsOf(text), isIndexedWord)
  const indexed = words.get(true)
  return {
    found: indexed && latestMatches(database, 'applications', indexed, undefined),
    words: words.get(false) ?? [],
    has_more: false,
  }
}

/**
 * Finds all that match as long as the search or the filters name few applications; otherwise looks at the newest alone,
 * since to count all that have a common word takes seconds.
 * @param filtered those that match the filters
 */
export async function searchNewest(
  database: Database,
  text: string | undefined,
  filtered: Query,
): Promise<Search> {
  const words = wordsOf(text ?? '')
  const all = searchAll(database, text)
  const indexed = words.filter(isIndexedWord)
  const latest = (limit: number) =>
    all.found
      ? latestMatches(database, 'applications', indexed, limit)
      : sql`(select id from applications order by id desc limit ${readMax})`
  if (words.length === 0) return all
  if (all.found && (await isAtMost(foundMax, database, latest))) return all
  const some = (limit: number) => sql`(${filtered.select('applications.id').limit(limit)})`
  if (await isAtMost(readMax, database, some)) return { words, has_more: false }
  return { found: latest(foundMax), words: all.words, has_more: true }
}

async function isAtMost(
  max: number,
  database: Database,
  some: (limit: number) => RawBuilder<unknown>,
) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${some(max + 1)} as few
  `.execute(database)
  return (rows[0]?.total ?? 0) <= max
}

/** Of the applications those that a search finds. */
export function searchAmong(applications: Query, { found, words }: Search) {
  const among = found
    ? applications.where('applications.id', 'in', sql<number>`${found}`)
    : applications
  return words.reduce(
    (query, word) => query.where(hasWord('applications.search_text', word)),
    among,
  )
}
