import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { endOfDay, localDay, startOfDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import type { Trend } from '../contract.ts'
import { funnelStages, stageStatuses, trendDays } from '../validation.ts'

/** The days of the last 30 and of the 30 before, the oldest first. */
const lastDays = (now: Date) =>
  Array.from({ length: 2 * trendDays }, (_, index) =>
    localDay(new Date(now.getTime() - (2 * trendDays - 1 - index) * dayMs)),
  )

/**
 * Counts new rows by day. Each day is a range of the index on `created_at`: grouping by day would compute one for every
 * row, in another way on each engine. Subscribers count once they have confirmed.
 */
export async function findTrend(
  database: Database,
  table: 'applications' | 'subscribers' | 'comments',
  now: Date,
): Promise<Trend> {
  const days = lastDays(now)
  const row = await database
    .selectNoFrom((select) =>
      days.map((day) => {
        const total = select.fn.countAll<number>().as('total')
        return table === 'subscribers'
          ? select.selectFrom(table).select(total).where(getsNewsletter).where(isOf(day)).as(day)
          : select.selectFrom(table).select(total).where(isOf(day)).as(day)
      }),
    )
    .executeTakeFirstOrThrow()
  const counts = days.map((day) => Number((row as Record<string, unknown>)[day]))
  const now30 = counts.slice(trendDays)
  return {
    days: days.slice(trendDays).map((day, index) => ({
      day,
      count: now30[index] ?? 0,
      before: counts[index] ?? 0,
    })),
    total: sum(now30),
    total_before: sum(counts.slice(0, trendDays)),
  }
}

const isOf = (day: string) =>
  sql<SqlBool>`created_at >= ${startOfDay(day).toISOString()} and created_at < ${endOfDay(day).toISOString()}`

/** Whether a subscriber gets the newsletter, as the list of subscribers has it. */
export const getsNewsletter = sql<SqlBool>`asked_at is null and unsubscribed_at is null`

/** How far the applications of the last 30 days have come, and those of the 30 days before. */
export async function findStages(database: Database, now: Date) {
  const days = lastDays(now)
  const edges = [days[0], days[trendDays]].map((day = '') => startOfDay(day).toISOString())
  const ends = [edges[1] ?? '', now.toISOString()]
  const [before, latest] = await Promise.all(
    edges.map((from, index) =>
      database
        .selectFrom('applications')
        .select(({ fn }) => ['status', fn.countAll<number>().as('total')])
        // Names all statuses, so that the index on the status and the time is enough.
        .where('status', 'in', stageStatuses.applied)
        .where('created_at', '>=', from)
        .where('created_at', index === 0 ? '<' : '<=', ends[index] ?? '')
        .groupBy('status')
        .execute(),
    ),
  )
  const totalOf = (rows: typeof latest, statuses: readonly string[]) =>
    sum((rows ?? []).filter(({ status }) => statuses.includes(status)).map(({ total }) => total))
  return funnelStages.map((stage) => ({
    stage,
    total: totalOf(latest, stageStatuses[stage]),
    total_before: totalOf(before, stageStatuses[stage]),
  }))
}

/** How many applications have each status, by the counts that triggers keep. */
export async function countByStatus(database: Database) {
  const rows = await database
    .selectFrom('application_counts')
    .select(({ fn }) => ['status', fn.sum<number>('total').as('total')])
    .groupBy('status')
    .execute()
  return stageStatuses.applied.map((status) => ({
    status,
    total: rows.find((row) => row.status === status)?.total ?? 0,
  }))
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
