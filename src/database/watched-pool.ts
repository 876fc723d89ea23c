import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isUnreachable, Unreachable } from './errors.ts'

/** Whatever takes longer than `suspectMs` may be slow, or wait for a server that is gone. */
const defaultTimes = { suspectMs: 3_000, answerMsMax: 4_000, lookAgainMs: 1_000 }

type Client = pg.PoolClient & { connection: { stream: { destroy(): void } } }

/** A connection that is awaited or used. */
type Use = { sinceMs: number; fail(): void }

/** Gives up connecting long before the pool does: it would hold its place in the pool until then. */
export class PromptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: defaultTimes.answerMsMax })
  }
}

/**
 * Lends a pool's connections, and notices when the server is gone. A paused server, or a line that was cut silently,
 * brings no error: all would wait for it. So when something takes long, a connection of its own asks whether the server
 * answers at all. If so, the slow statement goes on. If not, what is under way fails, and what comes fails at once,
 * until there is an answer.
 */
export function watchPool(pool: pg.Pool, times = defaultTimes): PostgresPool {
  const { suspectMs, answerMsMax, lookAgainMs } = times
  const uses = new Set<Use>()
  const clients = new Set<Client>()
  let isGone = false
  let answeredAtMs = 0
  let isWatching = false

  async function watch() {
    if (isWatching) return
    isWatching = true
    while (!pool.ending && !(await answers(pool.options, answerMsMax))) {
      isGone = true
      for (const use of uses) use.fail()
      // Also those at rest: their lines may be dead.
      for (const client of clients) client.connection.stream.destroy()
      await wait(lookAgainMs, undefined, { ref: false })
    }
    isWatching = false
    isGone = false
    answeredAtMs = performance.now()
  }
  // The pool listens to idle connections alone; the error of one that is lost between two statements would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client as Client)
  })
  pool.on('remove', (client) => clients.delete(client as Client))
  const timer = setInterval(() => {
    const [longest] = uses
    const since = Math.max(answeredAtMs, longest?.sinceMs ?? Number.POSITIVE_INFINITY)
    if (performance.now() - since > suspectMs) void watch()
  }, lookAgainMs)
  timer.unref()

  return {
    options: pool.options,
    end() {
      clearInterval(timer)
      return pool.end()
    },
    connect() {
      if (isGone) return Promise.reject(new Unreachable())
      const { promise, resolve, reject } = Promise.withResolvers<PostgresPoolClient>()
      const fail = () => {
        uses.delete(awaited)
        reject(new Unreachable())
      }
      const awaited: Use = { sinceMs: performance.now(), fail }
      uses.add(awaited)
      const lend = (client: Client) => {
        // Nobody waits for it any more.
        if (!uses.delete(awaited)) return client.release()
        const { release } = client
        const used: Use = { sinceMs: performance.now(), fail() {} }
        uses.add(used)
        client.release = (...reason) => {
          uses.delete(used)
          release(...reason)
        }
        resolve(client)
      }
      pool
        .connect()
        .then((client) => lend(client as Client))
        .catch((error: unknown) => {
          uses.delete(awaited)
          if (isUnreachable(error)) void watch()
          reject(error)
        })
      return promise
    },
  }
}

/** A process that is paused or held meanwhile, as on a busy machine, misses one of these turns, and not the answer. */
const turnsToAnswer = 8

/** Asks the server anything at all, on a connection of its own. */
async function answers(options: pg.PoolConfig, answerMsMax: number) {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 0 })
  const { stream } = (client as unknown as Client).connection
  let turnsLeft = turnsToAnswer
  const timer = setInterval(() => {
    turnsLeft -= 1
    if (turnsLeft === 0) stream.destroy()
  }, answerMsMax / turnsToAnswer)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // A server that has no connection left answers, too.
    return !isUnreachable(error)
  } finally {
    clearInterval(timer)
    client.end().catch(() => {})
  }
}
