import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findIdsOfParts } from '#database/ordered-list.ts'
import { offsetOf, type PageQuery } from '#database/page.ts'
import { contains, hasIndexApart, isIndexedLength, matchesAll, wordsIn } from '#database/search.ts'
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
  return {
    results: await readStaffComments(database, ids),
    total_items: total,
    total_pages: Math.ceil(total / page.page_size),
    current_page: page.page,
    has_more,
  }
}

async function filteredPage(database: Database, filters: CommentFilters, page: PageQuery) {
  const waves = isWithoutWaves(filters) ? await findWaveKeys(database) : []
  const parts = inParts(database, filters).map((part) =>
    waves.length > 0 ? part.where('wave_key', 'not in', waves) : part,
  )
  const window = { limit: page.page_size, offset: offsetOf(page) }
  const ids = await findIdsOfParts(database, parts, orderOf(filters), window)
  const total = (await countComments(database, filters)) - (await countInWaves(database, waves))
  return { ids, total, has_more: false }
}

const orderColumns = { created_at: 'comments.created_at', name: 'comments.name_key' } as const

function orderOf({ ordering = '-created_at' }: CommentFilters) {
  const column = orderColumns[ordering.replace('-', '') as keyof typeof orderColumns]
  const direction = ordering.startsWith('-') ? ('desc' as const) : ('asc' as const)
  return { columns: [column, 'comments.id'], direction }
}

/** A search finds the newest of these, so that a word that stands everywhere takes no longer than a rare one. */
const foundMax = 1_000
/** Of so few comments each is looked at; of more, the index of their trigrams is. */
const readMax = 20_000

async function searchPage(
  database: Database,
  filters: CommentFilters,
  words: readonly string[],
  page: PageQuery,
) {
  const isLarge = (await countComments(database, filters)) > readMax
  const indexed = words.filter(isIndexedLength)
  if (isLarge && indexed.length === 0) throw badRequest('Please search for at least three letters.')
  const isApart = isLarge && hasIndexApart(database)
  const rows = await (isApart
    ? foundApart(database, filters, indexed, await findIdBounds(database, filters))
    : matchingComments(database.selectFrom('comments'), filters)
        .orderBy('comments.created_at', 'desc')
        .orderBy('comments.id', 'desc')
  )
    .where((where) => where.and(words.map((word) => contains('comments.search_text', word))))
    .select(['comments.id', 'comments.created_at', 'comments.name_key'])
    .limit(foundMax + 1)
    .execute()
  const { columns, direction } = orderOf(filters)
  const shown = rows.slice(0, foundMax)
  const key = columns[0] === 'comments.name_key' ? 'name_key' : 'created_at'
  const sign = direction === 'desc' ? -1 : 1
  shown.sort((a, b) => sign * (compare(a[key], b[key]) || a.id - b.id))
  const ids = shown.slice(offsetOf(page), offsetOf(page) + page.page_size).map(({ id }) => id)
  return { ids, total: shown.length, has_more: rows.length > foundMax }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

type IdBounds = { first: number | null; last: number | null }

/** The ids between which the comments of the days are: a search of its own index reads no further. */
async function findIdBounds(
  database: Database,
  filters: CommentFilters,
): Promise<IdBounds | undefined> {
  const { created_from, created_to } = filters
  if (!created_from && !created_to) return undefined
  return matchingComments(database.selectFrom('comments'), { created_from, created_to })
    .select(({ fn }) => [
      fn.min<number | null>('comments.id').as('first'),
      fn.max<number | null>('comments.id').as('last'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads the index from its end, and looks up each comment there: in the other order SQLite would find all first. */
function foundApart(
  database: Database,
  filters: CommentFilters,
  words: readonly string[],
  bounds: IdBounds | undefined,
) {
  const comments = database
    .selectFrom(sql<{ rowid: number }>`comments_search`.as('comments_search'))
    .crossJoin('comments')
    .whereRef('comments.id', '=', 'comments_search.rowid')
    .where(matchesAll('comments', words))
    .$if(bounds !== undefined, (query) =>
      query
        .where('comments_search.rowid', '>=', bounds?.first ?? 0)
        .where('comments_search.rowid', '<=', bounds?.last ?? 0),
    )
    .orderBy('comments_search.rowid', 'desc')
  return matchingComments(comments as unknown as CommentQuery, filters)
}
