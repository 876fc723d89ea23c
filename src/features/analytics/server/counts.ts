import { sql, type Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { repeat } from '#platform/background/repeat.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { eventNames } from '../contract.ts'
import { articleSlugOf, otherPath } from './pages.ts'

/** The count of an event by page and day; `seconds` is the sum for `total_time`. */
export type Count = {
  day: string
  event: string
  path: string
  /** Distinguishes events of one name: the milestone, or the clicked element. */
  value: string
  count: number
  seconds: number
}

const writeEveryMs = 1_000
/** The maximum of counts in memory between two writes, and of distinct clicks per day. */
const pendingMax = 5_000
const clickNamesMax = 1_000
export const otherName = 'other'
const rowsPerStatement = 500

/** The counts that are not yet written, by database (tests run several apps). */
const pending = new WeakMap<Database, Map<string, Count>>()

function add(counts: Map<string, Count>, one: Count) {
  const key = JSON.stringify([one.day, one.event, one.path, one.value])
  const known = counts.get(key)
  if (known) {
    known.count += one.count
    known.seconds += one.seconds
  } else if (counts.size < pendingMax) counts.set(key, { ...one })
}

/** Counts in memory only, so that visits don't load the database, where applications would wait for them. */
export function countEvent(database: Database, one: Omit<Count, 'count'>) {
  const counts = pending.get(database) ?? new Map<string, Count>()
  pending.set(database, counts)
  add(counts, { ...one, count: 1 })
}

/** Adds the pending counts to the table, in one transaction. */
export async function writeCounts({ database }: Pick<Services, 'database'>) {
  const counted = pending.get(database)
  if (!counted) return
  pending.delete(database)
  const rows = await limitNames(database, [...counted.values()])
  await database.transaction().execute((transaction) => addCounts(transaction, rows))
}

/** Adds counts to the table. */
export async function addCounts(transaction: Transaction<Tables>, rows: readonly Count[]) {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await transaction
      .insertInto('visit_counts')
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['event', 'day', 'path', 'value']).doUpdateSet({
          count: sql`visit_counts.count + excluded.count`,
          seconds: sql`visit_counts.seconds + excluded.seconds`,
        }),
      )
      .execute()
  }
}

/** Merges unknown pages, and clicks beyond the limit, into `other`, so that invented ones can't fill the table. */
async function limitNames(database: Database, counts: readonly Count[]) {
  const [articles, clickNames] = await Promise.all([
    findSlugs(database, counts),
    findClickNames(database, counts),
  ])
  const limited = new Map<string, Count>()
  for (const one of counts) {
    const slug = articleSlugOf(one.path)
    const path = slug && !articles.has(slug) ? otherPath : one.path
    const name = [one.day, path, one.value].join('\n')
    const isKnown = one.event !== 'click' || clickNames.has(name) || clickNames.size < clickNamesMax
    if (one.event === 'click' && isKnown) clickNames.add(name)
    add(limited, { ...one, path, value: isKnown ? one.value : otherName })
  }
  // Always in the same order, so that processes that write at once can't deadlock.
  return [...limited].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

async function findSlugs(database: Database, counts: readonly Count[]) {
  const slugs = [...new Set(counts.flatMap(({ path }) => articleSlugOf(path) ?? []))]
  if (slugs.length === 0) return new Set<string>()
  const rows = await database
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'in', slugs)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** The clicks that are already counted by name on the days of these counts. */
async function findClickNames(database: Database, counts: readonly Count[]) {
  const days = [...new Set(counts.flatMap(({ event, day }) => (event === 'click' ? day : [])))]
  if (days.length === 0) return new Set<string>()
  const rows = await database
    .selectFrom('visit_counts')
    .select(['day', 'path', 'value'])
    .where('event', '=', 'click')
    .where('day', 'in', days)
    .execute()
  return new Set(rows.map(({ day, path, value }) => [day, path, value].join('\n')))
}

/**
 * Starts to write the pending counts every second.
 * @returns a function that stops and writes the rest; called again, it writes what was counted since
 */
export function startCounting(services: Services) {
  const write = () =>
    writeCounts(services).catch((err: unknown) => services.log.error({ err }, 'visits not counted'))
  const stop = repeat(write, writeEveryMs)
  return async () => {
    await stop()
    await write()
  }
}

/** Thirteen months, so that a month can be compared with the same one a year before. */
const retentionDays = 396

/** Deletes older counts. */
export async function removeOldVisits({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = localDay(new Date(now().getTime() - retentionDays * 24 * 60 * 60 * 1000))
  await database
    .deleteFrom('visit_counts')
    .where('event', 'in', eventNames)
    .where('day', '<', before)
    .execute()
}
