import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { resumesWith, resumeWordsOf } from '#database/resume-index.ts'
import { hasWord, isIndexedWord, latestMatches, wordsOf } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'

type Query = SelectQueryBuilder<Tables, 'applications', object>

/** Of a search that fits more, so many are listed: the newest. */
export const foundMax = 1_000

/** Of so few that match the filters each is looked at. */
export const readMax = 10_000

/** Of a word that more resumes have, those of the newest are known. */
const resumesMax = 5_000

/** How to find what is searched for: the words in the application itself, or in its resume. */
export type Search = {
  /** The ids that indexes have found; undefined for all. */
  found?: RawBuilder<unknown>
  /** What each has to have besides. */
  isFound?: RawBuilder<boolean>
  /** Whether more match than are looked at. */
  has_more: boolean
}

/** Finds all that match, however many they are. */
export function searchAll(database: Database, text = ''): Search {
  const search = wordsOfSearch(text)
  return isEmpty(search) ? { has_more: false } : { found: idsOf(database, search), has_more: false }
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
  const search = wordsOfSearch(text ?? '')
  const all = searchAll(database, text)
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

/** Looks at each of some applications, whose resumes have ids between these. */
export function searchEach(
  database: Database,
  text = '',
  within: { first: number; last: number },
): Search {
  const search = wordsOfSearch(text)
  if (isEmpty(search)) return { has_more: false }
  const resumes = resumesWith(database, search.inResume, { within })
  return { isFound: isFoundEach(search, resumes), has_more: false }
}

type Words = {
  /** Those in the application itself that its index finds, and the others. */
  indexed: readonly string[]
  others: readonly string[]
  inResume: readonly string[]
}

function wordsOfSearch(text: string): Words {
  const words = Map.groupBy(wordsOf(text), isIndexedWord)
  return {
    indexed: words.get(true) ?? [],
    others: words.get(false) ?? [],
    inResume: resumeWordsOf(text),
  }
}

const isEmpty = ({ indexed, others }: Words) => indexed.length + others.length === 0

const hasWords = (words: readonly string[]) =>
  sql<boolean>`(${sql.join(
    words.map((word) => hasWord('applications.search_text', word)),
    sql` and `,
  )})`

const isFoundEach = ({ indexed, others, inResume }: Words, resumes: RawBuilder<unknown>) => {
  const isOwn = hasWords([...indexed, ...others])
  return inResume.length > 0
    ? sql<boolean>`(${isOwn} or applications.resume_id in ${resumes})`
    : isOwn
}

/** The ids of those that match: all, or the latest. */
function idsOf(database: Database, search: Words, limit?: number) {
  const { indexed, others } = search
  const own = ownCandidates(database, search, limit)
  const matching =
    others.length > 0
      ? sql`select id from applications where id in ${own} and ${hasWords(others)}`
      : sql`select * from ${own} as own`
  const ids = withResumes(database, search, matching, limit)
  if (limit === undefined) return ids
  const max = indexed.length > 0 ? limit : readMax
  return sql`(select * from ${ids} as found order by 1 desc limit ${max})`
}

const candidatesOf = (database: Database, search: Words, limit: number) =>
  withResumes(
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

function withResumes(
  database: Database,
  { inResume }: Words,
  own: RawBuilder<unknown>,
  limit?: number,
) {
  if (inResume.length === 0) return sql`(${own})`
  const resumes = resumesWith(database, inResume, limit === undefined ? {} : { limit })
  return sql`(${own} union select id from applications where resume_id in ${resumes})`
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
export function searchAmong(applications: Query, { found, isFound }: Search) {
  const among = found
    ? applications.where('applications.id', 'in', sql<number>`${found}`)
    : applications
  return isFound ? among.where(isFound) : among
}
