import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { offsetOf, type PageQuery } from '#database/page.ts'
import { contains, hasIndexApart, isIndexedLength, matchesAll, wordsIn } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import { badRequest } from '#platform/http/errors.ts'
import type { CommentFilters } from '../moderation-contract.ts'
import { totalOf } from './queries.ts'
import { readStaffComments } from './staff-queries.ts'
import { countInWaves, findWaveKeys } from './waves.ts'

type Query = SelectQueryBuilder<Tables, 'comments', object>

const orderColumns = { created_at: 'comments.created_at', name: 'comments.name_key' } as const

function orderOf({ ordering = '-created_at' }: CommentFilters) {
  return {
    direction: ordering.startsWith('-') ? ('desc' as const) : ('asc' as const),
    column: orderColumns[ordering.replace('-', '') as keyof typeof orderColumns],
  }
}

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

/**
 * The comments that match the filters without the search, and how many they are.
 * @param comments all of them, or those that a search has found
 */
function matchFilters(
  database: Database,
  filters: CommentFilters,
  comments: Query = database.selectFrom('comments'),
) {
  let matching = comments
  let counts = database.selectFrom('comment_counts')
  const isHeld = filters.is_held === undefined ? undefined : filters.is_held === 'true'
  // All held comments are pending, and SQLite would walk the pending ones instead of their index.
  const status = isHeld && filters.status === 'PENDING' ? 'ALL' : filters.status
  if (status && status !== 'ALL') {
    matching = matching.where('comments.status', '=', status)
    counts = counts.where('status', '=', status)
  }
  if (filters.news_id) {
    matching = matching.where('article_id', '=', filters.news_id)
    counts = counts.where('article_id', '=', filters.news_id)
  }
  if (isHeld !== undefined) {
    matching = matching.where('held_at', isHeld ? 'is not' : 'is', null)
    counts = counts.where('is_held', '=', isHeld ? 1 : 0)
  }
  if (filters.wave) {
    matching = matching.where(sql<boolean>`status = 'PENDING'`).where('wave_key', '=', filters.wave)
  }
  const count = async () => {
    const row = filters.wave
      ? await matching
          .select((select) => select.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
      : await counts.select(totalOf).executeTakeFirstOrThrow()
    return Number(row.total)
  }
  return { matching, count }
}

/** Whether a list leaves out what waves consist of: the queue alone does, without any filter. */
export const isWithoutWaves = (filters: CommentFilters) =>
  filters.without_waves === true &&
  filters.status === 'PENDING' &&
  !(filters.news_id || filters.is_held || filters.wave || filters.search?.trim())

async function filteredPage(database: Database, filters: CommentFilters, page: PageQuery) {
  const { count, ...filtered } = matchFilters(database, filters)
  let { matching } = filtered
  let inWaves = 0
  if (isWithoutWaves(filters)) {
    const keys = await findWaveKeys(database)
    if (keys.length > 0) matching = matching.where('wave_key', 'not in', keys)
    inWaves = await countInWaves(database, keys)
  }
  const { column, direction } = orderOf(filters)
  const rows = await matching
    .select('comments.id')
    .orderBy(column, direction)
    .orderBy('comments.id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  const total = (await count()) - inWaves
  return { ids: rows.map(({ id }) => id), total, has_more: false }
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
  const isLarge = (await matchFilters(database, filters).count()) > readMax
  const indexed = words.filter(isIndexedLength)
  if (isLarge && indexed.length === 0) throw badRequest('Please search for at least three letters.')
  const isApart = isLarge && hasIndexApart(database)
  const rows = await (isApart
    ? foundApart(database, filters, indexed)
    : matchFilters(database, filters)
        .matching.orderBy('comments.created_at', 'desc')
        .orderBy('comments.id', 'desc')
  )
    .where((where) => where.and(words.map((word) => contains('comments.search_text', word))))
    .select(['comments.id', 'comments.created_at', 'comments.name_key'])
    .limit(foundMax + 1)
    .execute()
  const { column, direction } = orderOf(filters)
  const shown = rows.slice(0, foundMax)
  const key = column === 'comments.name_key' ? 'name_key' : 'created_at'
  const sign = direction === 'desc' ? -1 : 1
  shown.sort((a, b) => sign * (compare(a[key], b[key]) || a.id - b.id))
  const ids = shown.slice(offsetOf(page), offsetOf(page) + page.page_size).map(({ id }) => id)
  return { ids, total: shown.length, has_more: rows.length > foundMax }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Reads the index from its end, and looks up each comment there: in the other order SQLite would find all first. */
function foundApart(database: Database, filters: CommentFilters, words: readonly string[]) {
  const comments = database
    .selectFrom(sql<{ rowid: number }>`comments_search`.as('comments_search'))
    .crossJoin('comments')
    .whereRef('comments.id', '=', 'comments_search.rowid')
    .where(matchesAll('comments', words))
    .orderBy('comments_search.rowid', 'desc')
  return matchFilters(database, filters, comments as unknown as Query).matching
}
