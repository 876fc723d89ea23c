import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'

const busyTimeoutMs = 10_000

/**
 * Opens the file, made when missing and for nobody else to read: every commit synced, readers never blocked
 * by the writer.
 */
export function sqliteDialect(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // The files that SQLite makes beside it take over its permissions.
  closeSync(openSync(file, 'a', 0o600))
  const sqlite = new BetterSqlite(file, { timeout: busyTimeoutMs })
  writeAhead(sqlite)
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('cache_size = -16000')
  return new ImmediateSqliteDialect({ database: withPreparedStatements(sqlite) })
}

/**
 * Lets readers and the writer work side by side. SQLite does not wait where processes that start at once all change a
 * new file to this mode, so the waiting is done here; from then on the file has it.
 */
function writeAhead(sqlite: BetterSqlite.Database) {
  const end = Date.now() + busyTimeoutMs
  while (true) {
    try {
      return sqlite.pragma('journal_mode = WAL')
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** A transaction takes the write lock at its start: a second process waits there, and never fails half-way. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config)
  }

  override createQueryCompiler() {
    return new PlannedOnceCompiler()
  }
}

/**
 * SQLite plans a prepared query anew at each use where a bound value stands alone as its limit, or beside what it is
 * ordered by, and that takes longer than most answers. A sign before the value changes nothing but that.
 */
class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }
}

/**
 * Kysely does without a transaction for migrations on SQLite, which can do it as well: in one, a migration that
 * breaks off leaves nothing, and a process that starts meanwhile waits until it is done.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
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
      const statement = statements.get(text) ?? sqlite.prepare(text)
      statements.delete(text)
      statements.set(text, statement)
      if (statements.size > preparedStatementsMax) {
        const [oldest] = statements.keys()
        if (oldest !== undefined) statements.delete(oldest)
      }
      return statement
    },
  } as SqliteDialectConfig['database'] & BetterSqlite.Database
}
