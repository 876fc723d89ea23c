import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { resumesWith, resumeWordsOf } from '#database/resume-index.ts'
import { hasWord, isIndexedWord, latestMatches, wordsOf } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { DataKeys } from '#platform/security/data-keys.ts'
import { isIdentification } from '../validation.ts'
import { identificationKeysOf, spellingOf } from './identification.ts'

export type Query = SelectQueryBuilder<Tables, 'applications', object>

/** A search that matches more lists the newest of this many. */
export const foundMax = 1_000

/** When the filters match no more than this, each application is compared with the search. */
export const readMax = 10_000

/** When more resumes have a word, only the newest are looked up. */
const resumesMax = 5_000

/** How a search finds applications: by the words of the application itself, or by those of its resume. */
export type Search = {
  /** The ids that indexes have found; undefined for all. */
  found?: RawBuilder<unknown>
  /** The condition that each must meet as well. */
  isFound?: RawBuilder<boolean>
  /** Whether more match than are looked at. */
  has_more: boolean
}

/** A search that may contain a whole national ID: the key that finds the ID, and the other words. */
export type SoughtIdentification = { keys: readonly string[]; others: readonly string[] }

/** The parts of a search. */
export type Sought = {
  search_query?: string
  identifications?: readonly SoughtIdentification[]
}

/** Finds what in a search may be a whole national ID, however it is written: all of it, or one of its words. */
export function identificationsIn(search: string, dataKeys: DataKeys): SoughtIdentification[] {
  const words = wordsOf(search)
  const parts = new Map([[search, [] as string[]]])
  if (words.length > 1) {
    for (const word of words)
      parts.set(
        word,
        words.filter((other) => other !== word),
      )
  }
  return [...parts].flatMap(([text, others]) =>
    isWhole(spellingOf(text)) ? [{ keys: identificationKeysOf(text, dataKeys()), others }] : [],
  )
}

const isWhole = (spelling: string) => /\d/.test(spelling) && isIdentification(spelling)

/** Finds every match, however many there are. */
export function searchAll(database: Database, sought: Sought): Search {
  const search = wordsOfSearch(sought)
  return isEmpty(search) ? { has_more: false } : { found: idsOf(database, search), has_more: false }
}

/**
 * Finds all that match as long as the search or the filters name few applications; otherwise only among the newest,
 * because counting all applications with a common word takes seconds.
 * @param filtered those that match the filters
 */
export async function searchNewest(
  database: Database,
  sought: Sought,
  filtered: Query,
): Promise<Search> {
  const search = wordsOfSearch(sought)
  const all = searchAll(database, sought)
  if (isEmpty(search)) return all
  const candidates = (limit: number) => candidatesOf(database, search, limit)
  if (search.indexed.length > 0 && (await isAtMost(foundMax, database, candidates))) return all
  const some = (limit: number) => sql`(${filtered.select('applications.id').limit(limit)})`
  if (await isAtMost(readMax, database, some)) {
    const resumes = (limit: number) => resumesWith(database, search.inResume, { limit })
    const hasAll = search.inResume.length === 0 || (await isAtMost(resumesMax, database, resumes))
    return { isFound: isFoundEach(search, resumes(resumesMax)), has_more: !hasAll }
  }
  return { found: idsOf(database, search, foundMax), has_more: true }
}

/** Compares each of these applications with the search; their resumes have ids within the range. */
export function searchEach(
  database: Database,
  sought: Sought,
  within: { first: number; last: number },
): Search {
  const search = wordsOfSearch(sought)
  if (isEmpty(search)) return { has_more: false }
  const resumes = resumesWith(database, search.inResume, { within })
  return { isFound: isFoundEach(search, resumes), has_more: false }
}

type Words = {
  /** Those in the application itself that its index finds, and the others. */
  indexed: readonly string[]
  others: readonly string[]
  inResume: readonly string[]
  identifications: readonly SoughtIdentification[]
}

function wordsOfSearch({ search_query: text = '', identifications = [] }: Sought): Words {
  const words = Map.groupBy(wordsOf(text), isIndexedWord)
  return {
    indexed: words.get(true) ?? [],
    others: words.get(false) ?? [],
    inResume: resumeWordsOf(text),
    identifications,
  }
}

const isEmpty = ({ indexed, others }: Words) => indexed.length + others.length === 0

const hasWords = (words: readonly string[]) =>
  sql<boolean>`(${sql.join(
    words.map((word) => hasWord('applications.search_text', word)),
    sql` and `,
  )})`

/** Whether an application has this national ID, and the words besides. */
const isIdentified = ({ keys, others }: SoughtIdentification) => {
  const isSame = sql<boolean>`applications.identification_key in (${sql.join(keys)})`
  return others.length > 0 ? sql<boolean>`(${isSame} and ${hasWords(others)})` : isSame
}

const isFoundEach = (search: Words, resumes: RawBuilder<unknown>) => {
  const { indexed, others, inResume, identifications } = search
  const ways = [hasWords([...indexed, ...others]), ...identifications.map(isIdentified)]
  if (inResume.length > 0) ways.push(sql<boolean>`applications.resume_id in ${resumes}`)
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

/** The ids of those that match: all, or the latest. */
function idsOf(database: Database, search: Words, limit?: number) {
  const { indexed, others } = search
  const own = ownCandidates(database, search, limit)
  const matching =
    others.length > 0
      ? sql`select id from applications where id in ${own} and ${hasWords(others)}`
      : sql`select * from ${own} as own`
  const ids = withOthers(database, search, matching, limit)
  if (limit === undefined) return ids
  const max = indexed.length > 0 ? limit : readMax
  return sql`(select * from ${ids} as found order by 1 desc limit ${max})`
}

const candidatesOf = (database: Database, search: Words, limit: number) =>
  withOthers(
    database,
    search,
    sql`select * from ${ownCandidates(database, search, limit)} as own`,
    limit,
  )

function ownCandidates(database: Database, { indexed }: Words, limit?: number) {
  if (indexed.length > 0) return latestMatches(database, 'applications', indexed, limit)
  return limit === undefined
    ? sql`(select id from applications)`
    : sql`(select id from applications order by id desc limit ${readMax})`
}

/** The applications that have the words themselves, and those whose resume or national ID matches. */
function withOthers(
  database: Database,
  { inResume, identifications }: Words,
  own: RawBuilder<unknown>,
  limit?: number,
) {
  const ways = identifications.map(isIdentified)
  if (inResume.length > 0) {
    const resumes = resumesWith(database, inResume, limit === undefined ? {} : { limit })
    ways.push(sql<boolean>`resume_id in ${resumes}`)
  }
  const others = ways.map((way) => sql`select id from applications where ${way}`)
  return sql`(${sql.join([own, ...others], sql` union `)})`
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

/** Keeps those of the applications that a search finds. */
export function searchAmong(applications: Query, { found, isFound }: Search) {
  const among = found
    ? applications.where('applications.id', 'in', sql<number>`${found}`)
    : applications
  return isFound ? among.where(isFound) : among
}
