import { PostgresDialect } from 'kysely'
import pg from 'pg'

const { builtins } = pg.types

/** Parses values to what SQLite gives: times as ISO 8601 text, days as text, counts as numbers. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [builtins.DATE, (value) => value],
  [builtins.INT8, Number],
])

export function postgresDialect(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 20_000,
    statement_timeout: 60_000,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        parsers.get(type) ?? pg.types.getTypeParser(type, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  // Without a listener, an idle connection closed by the server would crash the process; the next query reconnects.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
