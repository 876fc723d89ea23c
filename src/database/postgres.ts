import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const { builtins } = pg.types

/** Parses values to what SQLite gives: times as ISO 8601 text, days as text, counts as numbers. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [builtins.DATE, (value) => value],
  [builtins.INT8, Number],
])

const pools = new Set<pg.Pool>()

/** How many connections to PostgreSQL this process has, and how many queries wait for one. */
export function countConnections() {
  const counts = { used: 0, idle: 0, waiting: 0 }
  for (const pool of pools) {
    if (pool.ended) pools.delete(pool)
    counts.used += pool.totalCount - pool.idleCount
    counts.idle += pool.idleCount
    counts.waiting += pool.waitingCount
  }
  return counts
}

/**
 * @param url the server and the database, as in DATABASE_URL
 * @param poolSize the maximum of connections
 */
export function postgresDialect(url: string, poolSize: number) {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 20_000,
    statement_timeout: 60_000,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        parsers.get(type) ?? pg.types.getTypeParser(type, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  pools.add(pool)
  // Without a listener, an idle connection closed by the server would crash the process; the next query reconnects.
  pool.on('error', () => {})
  return new UnhurriedPostgresDialect({ pool })
}

class UnhurriedPostgresDialect extends PostgresDialect {
  override createAdapter() {
    return new UnhurriedMigrationsAdapter()
  }
}

/** Migrations may take longer than any other statement, and so may the wait for another process that runs them. */
class UnhurriedMigrationsAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[connection, options]: LockArguments) {
    await sql`set statement_timeout = 0`.execute(connection)
    await super.acquireMigrationLock(connection, options)
  }

  override async releaseMigrationLock(...[connection, options]: LockArguments) {
    await super.releaseMigrationLock(connection, options)
    // To the pool's own timeout, for the queries that get this connection next.
    await sql`reset statement_timeout`.execute(connection)
  }
}

type LockArguments = Parameters<PostgresAdapter['acquireMigrationLock']>

/** How many connections the server has for users like ours, together. */
export async function findConnectionsMax(database: Kysely<Tables>) {
  const { rows } = await sql<{ max: number }>`select
    current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int as max`.execute(database)
  return rows[0]?.max ?? 0
}
