import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#config'
import type { Database } from '#database/open.ts'
import { committedAsync, prepareQuery, type Slots } from '#database/prepared.ts'
import { dayMs } from '#shared/durations.ts'
import type { Limit } from '#shared/procedure.ts'
import { perWorker } from '../per-worker.ts'
import type { RequestContext } from './context.ts'
import { isRefusal, tooManyRequests } from './errors.ts'
import { countInMemory, refundInMemory } from './limits-in-memory.ts'

/**
 * Counts one call under the key, unless its window is full. A single statement decides, so that concurrent calls, also
 * in other processes, can't exceed the limit together.
 * @returns the seconds to wait, or null when the call may go on
 */
export async function consumeLimit(
  database: Database,
  key: string,
  limit: { calls: number; seconds: number },
  now: Date,
): Promise<number | null> {
  const values = { key, at: now.toISOString(), resetsAt: endOf(limit, now), calls: limit.calls }
  const countOne = database.isTransaction ? countCall : countCallUnsynced
  const [counted] = await countOne(database, values)
  if (counted) return null
  const [row] = await findWindow(database, { key })
  return row ? waitOf(row, now) : 1
}

/**
 * The same for several keys, each counted once, in one statement and in their order, so that no two can wait for each
 * other.
 * @returns the seconds to wait, by the keys whose window is full
 */
export async function consumeLimits(
  database: Database,
  keys: readonly string[],
  limit: { calls: number; seconds: number },
  now: Date,
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const resets_at = endOf(limit, now)
  const rows = [...new Set(keys)].sort().map((key) => ({ key, count: 1, resets_at }))
  const values = { at: now.toISOString(), resetsAt: resets_at, calls: limit.calls }
  const counted = await count(database, rows, values).execute()
  const passed = new Set(counted.map(({ key }) => key))
  return findWaits(
    database,
    keys.filter((key) => !passed.has(key)),
    now,
  )
}

const endOf = ({ seconds }: { seconds: number }, now: Date) =>
  new Date(now.getTime() + seconds * 1000).toISOString()

type Value<Type> = Type | RawBuilder<Type>

/** A query that counts each key whose window is not full, and returns these keys. */
function count(
  database: Database,
  rows: { key: Value<string>; count: number; resets_at: Value<string> }[],
  { at, resetsAt, calls }: { at: Value<string>; resetsAt: Value<string>; calls: Value<number> },
) {
  // A window that ends later than one that begins now was begun by a clock that was ahead.
  const isOver = sql<boolean>`(limits.resets_at <= ${at} or limits.resets_at > ${resetsAt})`
  return database
    .insertInto('limits')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when ${isOver} then 1 else limits.count + 1 end`,
          resets_at: sql`case when ${isOver} then excluded.resets_at else limits.resets_at end`,
        })
        .where((where) => where.or([isOver, where('limits.count', '<', calls)])),
    )
    .returning('key')
}

type Call = { key: string; at: string; resetsAt: string; calls: number }

const ofCall = (database: Database, { key, at, resetsAt, calls }: Slots<Call>) =>
  count(database, [{ key, count: 1, resets_at: resetsAt }], { at, resetsAt, calls })

const countCall = prepareQuery(ofCall)

/**
 * Counts outside a transaction, without waiting for the sync: the next commit that is synced includes it, and a power
 * cut that loses it harms nobody.
 */
const countCallUnsynced = prepareQuery(
  (database, slots: Slots<Call>) => committedAsync(database, ofCall(database, slots)),
  { isAsyncCommit: true },
)

/** @returns the seconds to wait, by the keys, of which all have a window */
async function findWaits(database: Database, keys: readonly string[], now: Date) {
  if (keys.length === 0) return new Map<string, number>()
  const rows = await database
    .selectFrom('limits')
    .select(['key', 'resets_at'])
    .where('key', 'in', keys)
    .execute()
  const waits = new Map(rows.map((row) => [row.key, waitOf(row, now)]))
  return new Map(keys.map((key) => [key, waits.get(key) ?? 1]))
}

/** In seconds. */
const waitOf = (row: { resets_at: string }, now: Date) =>
  Math.max(1, Math.ceil((new Date(row.resets_at).getTime() - now.getTime()) / 1000))

/** The name of a procedure's limit. @param path of the procedure in the contract */
export const limitName = (path: readonly string[]) => `call:${path.join('.')}`

/**
 * Refuses a client whose window is full, and counts nothing: an upload is counted once it has arrived, so that lost
 * connections cost no honest client a try. Limits in memory are left to the count.
 * @throws 429
 */
export async function refuseLimited(context: RequestContext, name: string, limit: Limit) {
  const key = `${name}:${context.clientIp}`
  const [row] = await findWindow(context.database, { key })
  const waitMs = row ? new Date(row.resets_at).getTime() - context.now().getTime() : 0
  if (!row || waitMs <= 0 || waitMs > limit.seconds * 1000 || row.count < limit.calls) return
  throw tooManyRequests(context.responseHeaders, Math.ceil(waitMs / 1000))
}

const findWindow = prepareQuery((database, { key }: Slots<{ key: string }>) =>
  database.selectFrom('limits').select(['count', 'resets_at']).where('key', '=', key),
)

/** One worker's share of a limit: the system divides connections among the WORKERS. */
const shareOf = (limit: Limit, config: Config) => ({
  ...limit,
  calls: perWorker(limit.calls, config),
})

/** Counts a request of this client IP, in memory alone. @returns whether it may go on */
export const isWithinLimit = (
  {
    database,
    config,
    clientIp,
    now,
  }: Pick<RequestContext, 'database' | 'config' | 'clientIp' | 'now'>,
  name: string,
  limit: Limit,
) => countInMemory(database, `${name}:${clientIp}`, shareOf(limit, config), now()) === null

/** Counts a request of this client IP against the limit of that name. @throws 429 */
export async function limitClient(context: RequestContext, name: string, limit: Limit) {
  const key = `${name}:${context.clientIp}`
  const waitS = limit.isInMemory
    ? countInMemory(context.database, key, shareOf(limit, context.config), context.now())
    : await consumeLimit(context.database, key, limit, context.now())
  if (waitS !== null) throw tooManyRequests(context.responseHeaders, waitS)
}

/**
 * Runs a call under its limit, with a budget apart for refused calls. Once that is used up, right forms still pass, but
 * wrong ones are told nothing and count as calls.
 * @throws 429, or what the call throws
 */
export async function limitOutcomes<Result>(
  context: RequestContext,
  name: string,
  { refused, ...limit }: Limit,
  run: () => Promise<Result>,
): Promise<Result> {
  await limitClient(context, name, limit)
  if (refused === undefined) return run()
  try {
    return await run()
  } catch (error) {
    if (!isRefusal(error)) throw error
    await limitClient(context, `${name}:refused`, { ...limit, calls: refused })
    const key = `${name}:${context.clientIp}`
    if (limit.isInMemory) refundInMemory(context.database, key)
    else await refundLimit(context.database, key)
    throw error
  }
}

/** More than a school's computer room takes of one event or cohort, and few enough that one client can't take all. */
const clientQuotaMin = 60

/**
 * Counts one of what this client IP may take today of an event or a cohort. Call it in the transaction that takes it.
 * @param kind of which the id is
 * @param capacity where a client may take half of it, if that is more
 * @returns the seconds to wait, or null while the quota lasts
 */
export const consumeClientQuota = (
  { clientIp, now }: Pick<RequestContext, 'clientIp' | 'now'>,
  transaction: Database,
  kind: 'event' | 'cohort',
  id: number,
  capacity = 0,
) => {
  const calls = Math.max(clientQuotaMin, Math.floor(capacity / 2))
  const key = `places:${kind}:${id}:${clientIp}`
  return consumeLimit(transaction, key, { calls, seconds: dayMs / 1000 }, now())
}

/** Uncounts one call: for limits on failures, when the call succeeded. */
export async function refundLimit(database: Database, key: string) {
  await database
    .updateTable('limits')
    .set({ count: sql`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** One statement looks at this many. */
const removedAtOnce = 1_000

/**
 * Removes the windows that have passed from the database, along the keys: an index of their ends would be written with
 * each count. A transaction may count several, in whatever order: those that one is counting are left for the next
 * time.
 */
export async function removeExpiredLimits(database: Database, now: Date) {
  let after = ''
  for (;;) {
    const keys = await database
      .selectFrom('limits')
      .select('key')
      .where('key', '>', after)
      .orderBy('key')
      .limit(removedAtOnce)
      .execute()
    const last = keys.at(-1)
    if (!last) return
    await removeExpiredBetween(database, after, last.key, now)
    after = last.key
    await nextTurn()
  }
}

const removeExpiredBetween = (database: Database, after: string, last: string, now: Date) =>
  database
    .deleteFrom('limits')
    .where('key', 'in', (expired) =>
      expired
        .selectFrom('limits')
        .select('key')
        .where('key', '>', after)
        .where('key', '<=', last)
        .where('resets_at', '<=', now.toISOString())
        .forUpdate()
        .skipLocked(),
    )
    .execute()
