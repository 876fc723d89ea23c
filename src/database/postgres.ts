import {
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  sql,
} from 'kysely'
import pg from 'pg'
import { createGate, type Gate, RoomForReadsDriver } from './postgres-driver.ts'
import type { Tables } from './tables.ts'
import { PromptClient, watchPool } from './watched-pool.ts'

const { builtins } = pg.types

/** Parses values to what SQLite gives: times as ISO 8601 text, days as text, counts as numbers. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [builtins.DATE, (value) => value],
  [builtins.INT8, Number],
])

const pools = new Map<pg.Pool, Gate>()

/** How many connections to PostgreSQL this process has, and how many queries and transactions wait for one. */
export function countConnections() {
  const counts = { used: 0, idle: 0, waiting: 0 }
  for (const [pool, gate] of pools) {
    if (pool.ended) pools.delete(pool)
    counts.used += pool.totalCount - pool.idleCount
    counts.idle += pool.idleCount
    counts.waiting += pool.waitingCount + gate.waiting.size
  }
  return counts
}

/** How long something waits for a connection until it fails. */
const waitMsMax = 20_000
/** The part of the connections that transactions may take; the others are left to reads. */
const transactionsShare = 0.7

/**
 * @param url the server and the database, as in DATABASE_URL
 * @param poolSize the maximum of connections
 */
export function postgresDialect(url: string, poolSize: number) {
  const pool = createPool(url, poolSize)
  const gate = createGate(Math.max(1, Math.floor(poolSize * transactionsShare)), waitMsMax)
  pools.set(pool, gate)
  return new GatedPostgresDialect({ pool: watchPool(pool) }, gate)
}

/** A replica is given up long before a primary is: there is another server to ask. */
const replicaTimes = { suspectMs: 1_000, answerMsMax: 1_000, lookAgainMs: 500 }
/** After that a connection is closed whose answer nobody awaits any longer. */
const query_timeout = 2_000

/** @param url a standby of the server that `postgresDialect` connects to */
export const replicaDialect = (url: string, poolSize: number) =>
  new PostgresDialect({
    pool: watchPool(createPool(url, poolSize, { query_timeout }), replicaTimes),
  })

function createPool(url: string, poolSize: number, options: pg.PoolConfig = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PromptClient,
    // What is sent before the answer to the statement before it doesn't wait for that.
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: waitMsMax,
    keepAlive: true,
    statement_timeout: 60_000,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        parsers.get(type) ?? pg.types.getTypeParser(type, format as 'text'),
    } as pg.CustomTypesConfig,
    ...options,
  })
  // Without a listener, an idle connection closed by the server would crash the process; the next query reconnects.
  pool.on('error', () => {})
  return pool
}

class GatedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #gate: Gate

  constructor(config: PostgresDialectConfig, gate: Gate) {
    super(config)
    this.#config = config
    this.#gate = gate
  }

  override createDriver() {
    return new RoomForReadsDriver(this.#config, this.#gate)
  }

  override createAdapter() {
    return new UnhurriedMigrationsAdapter()
  }
}

/**
 * Migrations run in the transaction that they are given. Its lock and its timeouts end with it, which also holds where
 * a pooler such as PgBouncer gives each transaction another session.
 */
class UnhurriedMigrationsAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** The number that Kysely itself takes for the lock. */
const migrationLock = 3853314791062309107n

/** Waits until no other process migrates. Migrations may take longer than any other statement, and so may the wait. */
export async function lockMigrations(transaction: Kysely<Tables>) {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction)
}

/** How many connections the server has for users like ours, together. */
export async function findConnectionsMax(database: Kysely<Tables>) {
  const { rows } = await sql<{ max: number }>`select
    current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int as max`.execute(database)
  return rows[0]?.max ?? 0
}
