import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'

const busyTimeoutMs = 10_000

/**
 * Opens the file, and creates it if missing, readable by its owner only. Every commit is synced; readers are never
 * blocked by the writer.
 */
export function sqliteDialect(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite creates its WAL files with the permissions of the database file.
  closeSync(openSync(file, 'a', 0o600))
  const sqlite = new BetterSqlite(file, { timeout: busyTimeoutMs })
  enableWal(sqlite)
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('cache_size = -16000')
  return new ImmediateSqliteDialect(
    { database: withPreparedStatements(sqlite) },
    () => sqlite.inTransaction,
  )
}

/**
 * Switches to write-ahead logging, so that readers and the writer don't block each other. SQLite ignores its busy
 * timeout when several processes switch a new file at once, so this retries.
 */
function enableWal(sqlite: BetterSqlite.Database) {
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

/** Transactions take the write lock at their start: a second process waits there instead of failing half-way. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #isInTransaction: () => boolean

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config)
    this.#config = config
    this.#isInTransaction = isInTransaction
  }

  override createAdapter() {
    return new TransactionalDdlAdapter()
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config, this.#isInTransaction)
  }

  override createQueryCompiler() {
    return new PlannedOnceCompiler()
  }
}

/**
 * SQLite re-plans a prepared query at each run when a bound value is its LIMIT, or is compared with the ORDER BY column,
 * and that takes longer than most queries. A unary plus prevents it and changes nothing else.
 */
class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }

  /** Leaves out `for update skip locked`: SQLite has one writer at a time, so there are no locked rows. */
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

/**
 * Kysely runs migrations on SQLite without a transaction, although SQLite supports transactional DDL. With one, a failed
 * migration leaves no trace, and other processes that start wait until it is done.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** For so long queries may follow each other before other requests get a turn. */
const turnMsMax = 10

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean
  /** When the first query since the last turn of the event loop began. */
  #startedMs: number | undefined

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config)
    this.#isInTransaction = isInTransaction
  }

  /** Queries run synchronously: those of many requests would follow each other without a turn for anything else. */
  override async acquireConnection() {
    const connection = await super.acquireConnection()
    const now = performance.now()
    if (this.#startedMs === undefined) {
      this.#startedMs = now
      setImmediate(() => {
        this.#startedMs = undefined
      })
    } else if (now - this.#startedMs > turnMsMax) await nextTurn()
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full disk rolls back by itself: another error in the place of that one would hide it. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection)
  }
}

const preparedStatementsMax = 500

/** Caches the recently used statements: Kysely would prepare every query again. */
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
