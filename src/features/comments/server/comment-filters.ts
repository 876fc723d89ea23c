import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { countOf } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import type { CommentFilters } from '../moderation-contract.ts'
import { type CommentStatus, commentStatuses } from '../validation.ts'
import { totalOf } from './queries.ts'

export type CommentQuery = SelectQueryBuilder<Tables, 'comments', object>

/** The statuses that are asked for; undefined for all. */
function statusesOf({ status = ['ALL'], is_held }: CommentFilters): CommentStatus[] | undefined {
  const asked = commentStatuses.filter((one) => status.includes(one))
  const isAny = status.includes('ALL') || asked.length === commentStatuses.length
  // All held comments are pending, and SQLite would walk the pending ones instead of their index.
  return isAny || (is_held && asked.includes('PENDING')) ? undefined : asked
}

/** The days that are asked for, as moments: from the first until before the second. */
const periodOf = ({ created_from, created_to }: CommentFilters) => ({
  from: created_from && startOfDay(created_from).toISOString(),
  until: created_to && endOfDay(created_to).toISOString(),
})

/** The comments that match the filters, whatever is searched for. */
export function matchingComments(comments: CommentQuery, filters: CommentFilters) {
  const { news_id, is_held, wave } = filters
  const statuses = statusesOf(filters)
  const { from, until } = periodOf(filters)
  let query = comments
  if (statuses) query = query.where('comments.status', 'in', statuses)
  if (news_id) query = query.where('comments.article_id', 'in', news_id)
  if (is_held !== undefined)
    query = query.where('comments.held_at', is_held ? 'is not' : 'is', null)
  if (from) query = query.where('comments.created_at', '>=', from)
  if (until) query = query.where('comments.created_at', '<', until)
  if (!wave) return query
  return query.where(sql<boolean>`comments.status = 'PENDING'`).where('wave_key', '=', wave)
}

/** One query for each status and article that is asked for: the indexes have these in the order of the list. */
export function inParts(database: Database, filters: CommentFilters) {
  const { news_id, is_held, wave } = filters
  const isOneIndex = wave || is_held
  const statuses = (!isOneIndex && statusesOf(filters)?.map((status) => [status])) || [undefined]
  const articles = (!isOneIndex && news_id?.map((id) => [id])) || [news_id]
  return statuses.flatMap((status) =>
    articles.map((article) =>
      matchingComments(database.selectFrom('comments'), {
        ...filters,
        status: status ?? filters.status,
        news_id: article,
      }),
    ),
  )
}

/**
 * How many comments match: the kept counts added up, unless days or a wave are asked for.
 * @param max of days or a wave no more are counted
 */
export async function countComments(
  database: Database,
  filters: CommentFilters,
  max?: number,
): Promise<number> {
  const { news_id, is_held, wave, created_from, created_to } = filters
  if (wave || created_from || created_to) {
    const all = matchingComments(database.selectFrom('comments'), filters).select('comments.id')
    const some = max === undefined ? all : all.limit(max)
    return (await countOf(database.selectFrom(some.as('some'))).executeTakeFirstOrThrow()).total
  }
  const statuses = statusesOf(filters)
  let counts = database.selectFrom('comment_counts')
  if (statuses) counts = counts.where('status', 'in', statuses)
  if (news_id) counts = counts.where('article_id', 'in', news_id)
  if (is_held !== undefined) counts = counts.where('is_held', '=', is_held ? 1 : 0)
  return (await counts.select(totalOf).executeTakeFirstOrThrow()).total
}

/** Whether a list leaves out what waves consist of: the queue alone does, without any filter. */
export const isWithoutWaves = (filters: CommentFilters) =>
  filters.without_waves === true &&
  statusesOf(filters)?.join() === 'PENDING' &&
  filters.is_held === undefined &&
  !(filters.news_id || filters.wave || filters.search?.trim()) &&
  !(filters.created_from || filters.created_to)

type Row = {
  article_id: number
  status: string
  held_at: string | null
  wave_key: string
  created_at: string
}

/** Whether a comment matches, as it is or as it was. */
export function isMatch(row: Row, filters: CommentFilters) {
  const { status, held_at, wave_key, created_at } = row
  const { news_id, is_held, wave } = filters
  const { from, until } = periodOf(filters)
  if (statusesOf(filters)?.includes(status as CommentStatus) === false) return false
  if (news_id?.includes(row.article_id) === false) return false
  if (is_held !== undefined && (held_at !== null) !== is_held) return false
  if (from && created_at < from) return false
  if (until && created_at >= until) return false
  return !wave || (status === 'PENDING' && wave_key === wave)
}
