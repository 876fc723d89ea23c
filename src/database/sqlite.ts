import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'

/** Opens the file, made when missing: every commit synced, readers never blocked by the writer. */
export function sqliteDialect(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = new BetterSqlite(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 10000')
  sqlite.pragma('cache_size = -16000')
  return new ImmediateSqliteDialect({ database: withPreparedStatements(sqlite) })
}

/** A transaction takes the write lock at its start: a second process waits there, and never fails half-way. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config)
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

const preparedStatementsMax = 500

/** Keeps the statements used last, since Kysely would prepare each anew at every query. */
function withPreparedStatements(sqlite: BetterSqlite.Database) {
  const statements = new Map<string, BetterSqlite.Statement>()
  return {
    close: () => sqlite.close(),
    prepare(text: string) {
      const known = statements.get(text)
      if (known) return known
      const statement = sqlite.prepare(text)
      statements.set(text, statement)
      if (statements.size > preparedStatementsMax) {
        const [oldest] = statements.keys()
        if (oldest !== undefined) statements.delete(oldest)
      }
      return statement
    },
  } as SqliteDialectConfig['database'] & BetterSqlite.Database
}
