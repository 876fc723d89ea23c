import { type Expression, sql, type Transaction } from 'kysely'
import { deleteInParts } from '#database/delete-in-parts.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { VisitColumn } from '#database/visit-tables.ts'
import { repeat } from '#platform/background/repeat.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { type Count, columnOf, hasValue, visitColumns } from './columns.ts'
import { fold, limitNames } from './limit-names.ts'
import { addDays, monthOf } from './periods.ts'
import { endSalts, writeVisitors } from './visitors.ts'

const writeEveryMs = 1_000
/** The maximum of different counts in memory between two writes; what comes then is merged into `other`. */
const pendingMax = 5_000
const rowsPerStatement = 200
/** The counts that are not yet written, by database (tests run several apps). */
const pending = new WeakMap<Database, Map<string, Count>>()

const keyOf = ({ day, event, path, source, device, value }: Count) =>
  JSON.stringify([day, event, path, source, device, value])

function add(counts: Map<string, Count>, one: Count) {
  const isFull = counts.size >= pendingMax && !counts.has(keyOf(one))
  const counted = isFull ? fold(one) : one
  const known = counts.get(keyOf(counted))
  if (known) {
    known.count += one.count
    known.seconds += one.seconds
  } else counts.set(keyOf(counted), { ...counted })
}

/** Counts in memory only, so that visits don't load the database, where applications would wait for them. */
export const countEvent = (database: Database, one: Omit<Count, 'count'>) =>
  addPending(database, { ...one, count: 1 })

function addPending(database: Database, one: Count) {
  const counts = pending.get(database) ?? new Map<string, Count>()
  pending.set(database, counts)
  add(counts, one)
}

/** Adds the pending counts and visitors to the tables. */
export async function writeCounts({ database, now }: Pick<Services, 'database' | 'now'>) {
  await writeVisitors(database)
  const counted = pending.get(database)
  if (!counted) return
  pending.delete(database)
  try {
    const rows = await limitNames(database, [...counted.values()], now().toISOString())
    await database.transaction().execute((transaction) => addCountsOfPeriods(transaction, rows))
  } catch (error) {
    // They are written with those that have come meanwhile.
    for (const one of counted.values()) addPending(database, one)
    throw error
  }
}

type Rows = Tables['visit_totals'][]

/** Adds counts to their days and months. */
export async function addCounts(transaction: Transaction<Tables>, counts: readonly Count[]) {
  const periods = counts.flatMap((one) =>
    [one.day, monthOf(one.day)].map((period) => ({ ...one, period })),
  )
  await addCountsOfPeriods(transaction, periods)
}

async function addCountsOfPeriods(
  transaction: Transaction<Tables>,
  counts: readonly (Count & { period: string })[],
) {
  const totals = new Map<string, Rows[number]>()
  const values = new Map<string, Tables['visit_values']>()
  for (const { period, event, path, source, device, value, count, seconds } of counts) {
    const where = { period, path, source, device }
    const column = columnOf(event, value)
    if (column) {
      const key = JSON.stringify(where)
      const row = totals.get(key) ?? { ...where, ...nothing }
      totals.set(key, row)
      row[column] += column === 'seconds' ? seconds : count
    }
    if (hasValue(event)) {
      const key = JSON.stringify([event, period, path, source, device, value])
      const row = values.get(key) ?? { ...where, event, value, count: 0 }
      values.set(key, row)
      row.count += count
    }
  }
  for (const rows of inParts(totals)) {
    await transaction
      .insertInto('visit_totals')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['period', 'path', 'source', 'device']).doUpdateSet(addedTotals),
      )
      .execute()
  }
  for (const rows of inParts(values)) {
    await transaction
      .insertInto('visit_values')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['event', 'period', 'path', 'source', 'device', 'value'])
          .doUpdateSet({ count: sql`visit_values.count + excluded.count` }),
      )
      .execute()
  }
}

const nothing = Object.fromEntries(visitColumns.map((column) => [column, 0])) as Record<
  VisitColumn,
  number
>
const addedTotals = Object.fromEntries(
  visitColumns.map((column) => [
    column,
    sql<number>`${sql.ref(`visit_totals.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  ]),
) as { [Column in VisitColumn]?: Expression<number> }

/** The rows in parts, always in the same order, so that processes that write at once can't deadlock. */
function inParts<Row>(rows: ReadonlyMap<string, Row>) {
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return Array.from({ length: Math.ceil(sorted.length / rowsPerStatement) }, (_, part) =>
    sorted.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement),
  )
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

/** Twenty-five months, so that a year can be compared with the one before. */
const retentionDays = 761

/** Deletes older counts, the salts of days that are over, and their sketches, of which the numbers stay. */
export async function removeOldVisits({ database, now }: Pick<Services, 'database' | 'now'>) {
  const today = localDay(now())
  const before = addDays(today, -retentionDays)
  // A month sorts before its days: it goes as soon as one of them does.
  const isOld = sql`period < ${before}`
  const key = sql`period, path, source, device`
  await deleteInParts(database, 'visit_totals', key, isOld)
  await deleteInParts(database, 'visit_values', sql`event, ${key}, value`, isOld)
  await database.deleteFrom('visitor_days').where('day', '<', before).execute()
  await endSalts(database, today)
  await database
    .updateTable('visitor_days')
    .set({ registers: '' })
    .where('day', '<', addDays(today, -1))
    .where('registers', '<>', '')
    .execute()
}
