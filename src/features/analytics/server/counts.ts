import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { eventNames } from '../contract.ts'
import { articleSlugOf, otherPath } from './pages.ts'

/** How often something happened on a page on a day; `seconds` is what came together of a `total_time`. */
export type Count = {
  day: string
  event: string
  path: string
  /** What tells events of one name apart: a milestone, or what was clicked. */
  value: string
  count: number
  seconds: number
}

const writeEveryMs = 1_000
/** What a process holds between two writes, and how many names of clicks there are in a day, at most. */
const waitingMax = 5_000
const clickNamesMax = 1_000
export const otherName = 'other'
const rowsPerStatement = 500

/** What the process has counted and not yet written, by the database that it goes to. */
const waiting = new WeakMap<Database, Map<string, Count>>()

function add(counts: Map<string, Count>, one: Count) {
  const key = JSON.stringify([one.day, one.event, one.path, one.value])
  const known = counts.get(key)
  if (known) {
    known.count += one.count
    known.seconds += one.seconds
  } else if (counts.size < waitingMax) counts.set(key, { ...one })
}

/** Counts in memory alone: no visitor's event waits for the database, and no application waits for an event. */
export function countEvent(database: Database, one: Omit<Count, 'count'>) {
  const counts = waiting.get(database) ?? new Map<string, Count>()
  waiting.set(database, counts)
  add(counts, { ...one, count: 1 })
}

/** Adds to the table what has been counted since the last time, however much it is, in one commit. */
export async function writeCounts({ database }: Pick<Services, 'database'>) {
  const counted = waiting.get(database)
  if (!counted) return
  waiting.delete(database)
  const rows = await bounded(database, [...counted.values()])
  await database.transaction().execute(async (transaction) => {
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
  })
}

/** The counts with what nobody knows under one name, so that made-up pages and clicks can't fill the table. */
async function bounded(database: Database, counts: readonly Count[]) {
  const [articles, clickNames] = await Promise.all([
    findSlugs(database, counts),
    findClickNames(database, counts),
  ])
  const kept = new Map<string, Count>()
  for (const one of counts) {
    const slug = articleSlugOf(one.path)
    const path = slug && !articles.has(slug) ? otherPath : one.path
    const name = [one.day, path, one.value].join('\n')
    const isKnown = one.event !== 'click' || clickNames.has(name) || clickNames.size < clickNamesMax
    if (one.event === 'click' && isKnown) clickNames.add(name)
    add(kept, { ...one, path, value: isKnown ? one.value : otherName })
  }
  // Always in the same order, so that processes that write at once wait for one another and never in a circle.
  return [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

async function findSlugs(database: Database, counts: readonly Count[]) {
  const asked = [...new Set(counts.flatMap(({ path }) => articleSlugOf(path) ?? []))]
  if (asked.length === 0) return new Set<string>()
  const rows = await database
    .selectFrom('articles')
    .select('slug')
    .where('slug', 'in', asked)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** The clicks that are counted by name already, on the days of these. */
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

/** Writes what is counted from now on, once a second at most. @returns the way to stop, which writes the rest */
export function startCounting(services: Services) {
  const write = () =>
    writeCounts(services).catch((err: unknown) => services.log.error({ err }, 'visits not counted'))
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, writeEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await writing
    await write()
  }
}

/** Thirteen months, so that a month can be held against the same one a year before. */
const keptDays = 396

/** Deletes what was counted longer ago. */
export async function removeOldVisits({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = localDay(new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000))
  await database
    .deleteFrom('visit_counts')
    .where('event', 'in', eventNames)
    .where('day', '<', before)
    .execute()
}
