import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findIdsOfParts } from '#database/ordered-list.ts'
import { readOrdering } from '#database/ordering.ts'
import { offsetOf, type PageQuery, pageOfTotal, windowOf } from '#database/page.ts'
import { contains, hasIndexApart, isIndexedLength, matchesAll, wordsIn } from '#database/search.ts'
import { lastIndexed } from '#database/search-progress.ts'
import { badRequest } from '#platform/http/errors.ts'
import type { CommentFilters } from '../moderation-contract.ts'
import {
  type CommentQuery,
  countComments,
  inParts,
  isWithoutWaves,
  matchingComments,
} from './comment-filters.ts'
import { readStaffComments } from './staff-queries.ts'
import { countInWaves, findWaveKeys } from './waves.ts'

/** A page of the staff's list: comments and replies, by default the newest first. */
export async function findComments(database: Database, filters: CommentFilters, page: PageQuery) {
  const words = wordsIn(filters.search ?? '')
  const { ids, total, has_more } = await (words.length > 0
    ? searchPage(database, filters, words, page)
    : filteredPage(database, filters, page))
  return { ...pageOfTotal(await readStaffComments(database, ids), total, page), has_more }
}

async function filteredPage(database: Database, filters: CommentFilters, page: PageQuery) {
  const waves = isWithoutWaves(filters) ? await findWaveKeys(database) : []
  const parts = inParts(database, filters).map((part) =>
    waves.length > 0 ? part.where('wave_key', 'not in', waves) : part,
  )
  const ids = await findIdsOfParts(database, parts, orderOf(filters), windowOf(page))
  const total = (await countComments(database, filters)) - (await countInWaves(database, waves))
  return { ids, total, has_more: false }
}

const orderColumns = { created_at: 'comments.created_at', name: 'comments.name_key' } as const

function orderOf({ ordering = '-created_at' }: CommentFilters) {
  const { name, direction } = readOrdering(ordering)
  return { columns: [orderColumns[name], 'comments.id'], direction }
}

/** A search finds the newest of these, so that a word that stands everywhere takes no longer than a rare one. */
const foundMax = 1_000
/** A search looks at each of at most this many comments; among more it reads the index of trigrams. */
const readMax = 20_000
/** This many of the newest are looked at before the index, which reads all that have a word, however many. */
const newestMax = 5_000

async function searchPage(
  database: Database,
  filters: CommentFilters,
  words: readonly string[],
  page: PageQuery,
) {
  const isLarge = (await countComments(database, filters, readMax + 1)) > readMax
  const indexed = words.filter(isIndexedLength)
  if (isLarge && indexed.length === 0) throw badRequest('Please search for at least three letters.')
  const isApart = isLarge && hasIndexApart(database)
  const latest = (matching: CommentQuery, limit: number) =>
    matching
      .where((where) => where.and(words.map((word) => contains('comments.search_text', word))))
      .select(['comments.id', 'comments.created_at', 'comments.name_key'])
      .limit(limit)
      .execute()
  const newestFirst = matchingComments(database.selectFrom('comments'), filters)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
  const looked = isApart ? amongNewest(database, newestFirst) : newestFirst
  let rows = await latest(looked, foundMax + 1)
  if (isApart && rows.length <= foundMax)
    rows = await foundApart(database, filters, indexed, latest)
  const { columns, direction } = orderOf(filters)
  const shown = rows.slice(0, foundMax)
  const key = columns[0] === 'comments.name_key' ? 'name_key' : 'created_at'
  const sign = direction === 'desc' ? -1 : 1
  shown.sort((a, b) => sign * (compare(a[key], b[key]) || a.id - b.id))
  const ids = shown.slice(offsetOf(page), offsetOf(page) + page.page_size).map(({ id }) => id)
  return { ids, total: shown.length, has_more: rows.length > foundMax }
}

/** The newest of those that match. */
const amongNewest = (database: Database, newestFirst: CommentQuery) =>
  database.selectFrom(
    newestFirst.selectAll('comments').limit(newestMax).as('comments'),
  ) as unknown as CommentQuery

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

type IdBounds = { first: number; last: number }

/** The ids between which the comments of the days are: a search of its own index reads no further. */
async function findIdBounds(database: Database, filters: CommentFilters): Promise<IdBounds> {
  const { created_from, created_to } = filters
  if (!created_from && !created_to) return { first: 0, last: Number.MAX_SAFE_INTEGER }
  const { first, last } = await matchingComments(database.selectFrom('comments'), {
    created_from,
    created_to,
  })
    .select(({ fn }) => [
      fn.min<number | null>('comments.id').as('first'),
      fn.max<number | null>('comments.id').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { first: first ?? 0, last: last ?? 0 }
}

type Latest = (
  matching: CommentQuery,
  limit: number,
) => Promise<{ id: number; created_at: string; name_key: string }[]>

/** The rows that the index doesn't have yet, then those that it has. */
async function foundApart(
  database: Database,
  filters: CommentFilters,
  words: readonly string[],
  latest: Latest,
) {
  const { rows } = await sql<{ last: number }>`select ${lastIndexed('comments')} as last`.execute(
    database,
  )
  const last = rows[0]?.last ?? 0
  const after = matchingComments(database.selectFrom('comments'), filters)
    .where('comments.id', '>', last)
    .orderBy('comments.id', 'desc')
  const found = await latest(after, foundMax + 1)
  const bounds = await findIdBounds(database, filters)
  const indexed = foundIn(database, filters, words, {
    ...bounds,
    last: Math.min(last, bounds.last),
  })
  return [...found, ...(await latest(indexed, foundMax + 1 - found.length))]
}

/** Reads the index from its end, and looks up each comment there: in the other order SQLite would find all first. */
function foundIn(
  database: Database,
  filters: CommentFilters,
  words: readonly string[],
  { first, last }: IdBounds,
) {
  const comments = database
    .selectFrom(sql<{ rowid: number }>`comments_search`.as('comments_search'))
    .crossJoin('comments')
    .whereRef('comments.id', '=', 'comments_search.rowid')
    .where(matchesAll('comments', words))
    .where('comments_search.rowid', '>=', first)
    .where('comments_search.rowid', '<=', last)
    .orderBy('comments_search.rowid', 'desc')
  return matchingComments(comments as unknown as CommentQuery, filters)
}
