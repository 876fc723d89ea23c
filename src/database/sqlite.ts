import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { type SelectModifierNode, SqliteAdapter, SqliteDialect, SqliteQueryCompiler } from 'kysely'
import { createCheckpoints } from './checkpoints.ts'
import { type CommitGroup, createCommitGroup } from './commit-group.ts'
import { createGroupSync, type GroupSync } from './group-sync.ts'
import { createLock, type Lock } from './lock.ts'
import { createLongReads } from './long-reads.ts'
import { type DriverParts, GroupSyncDriver } from './sqlite-driver.ts'
import { createLogSync } from './sqlite-log.ts'
import { createSqliteThread } from './sqlite-thread.ts'

const busyTimeoutMs = 10_000

type Options = {
  /** Makes safe all that is in the write-ahead log. */
  syncLog?: () => Promise<unknown>
  /** How long a write waits at most for those of other processes. */
  busyMs?: number
  /** From this size of the file on, long reads are made in a thread. */
  largeBytesMin?: number
}

/**
 * Opens the file, and creates it if missing, readable by its owner only. Every commit is synced before it is told;
 * readers are never blocked by the writer.
 */
export function sqliteDialect(
  file: string,
  { syncLog, busyMs = busyTimeoutMs, largeBytesMin }: Options = {},
) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite creates its WAL files with the permissions of the database file.
  closeSync(openSync(file, 'a', 0o600))
  const sqlite = new BetterSqlite(file, { timeout: busyTimeoutMs })
  enableWal(sqlite)
  // SQLite syncs its log before it empties it, and leaves it to the driver to sync commits.
  sqlite.pragma('synchronous = NORMAL')
  sqlite.pragma('foreign_keys = ON')
  // In kB. The system keeps what was read, too.
  sqlite.pragma('cache_size = -8000')
  // The log is there once something was read.
  sqlite.prepare('select 1 from sqlite_schema').get()
  // It would wait on the thread that answers: from here on the driver does.
  sqlite.pragma('busy_timeout = 0')
  const lock = createLock()
  const moveHere = () => moveBetween(commits, lock, sqlite)
  const threads = { moving: createSqliteThread(file), reading: createSqliteThread(file) }
  const checkpoint = createCheckpoints(sqlite, threads.moving, moveHere)
  const log = createLogSync(file, moveHere, syncLog)
  const statements = withPreparedStatements(sqlite)
  const sync = createGroupSync(log.sync)
  const commits = createCommitGroup(statements, lock, sync, checkpoint)
  const reads = createLongReads(sqlite, threads.reading, largeBytesMin)
  return new GroupSyncDialect({ sqlite: statements, lock, log, commits, threads, reads, busyMs })
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

async function moveBetween(commits: CommitGroup, lock: Lock, sqlite: BetterSqlite.Database) {
  await lock.take()
  try {
    commits.end()
    moveIntoFile(sqlite)
  } finally {
    lock.release()
  }
}

function moveIntoFile(sqlite: BetterSqlite.Database) {
  sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`)
  const [{ busy }] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
  sqlite.pragma('busy_timeout = 0')
  if (busy) throw new Error('The log of the database could not be written into its file')
}

class GroupSyncDialect extends SqliteDialect {
  readonly #parts: DriverParts
  readonly sync: GroupSync

  constructor(parts: DriverParts) {
    super({ database: parts.sqlite as never })
    this.#parts = parts
    this.sync = parts.commits
  }

  /** The same database, whose long reads outside of transactions hold nobody up. */
  apart() {
    return new GroupSyncDialect({ ...this.#parts, isApart: true })
  }

  override createAdapter() {
    return new SharedConnectionAdapter()
  }

  override createDriver() {
    return new GroupSyncDriver(this.#parts)
  }

  override createQueryCompiler() {
    return new PlannedOnceCompiler()
  }
}

/**
 * SQLite re-plans a prepared query at each run when a bound value is its LIMIT, or is compared with the ORDER BY
 * column, and that takes longer than most queries. A unary plus prevents it and changes nothing else.
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
 * Kysely runs migrations on SQLite without a transaction, although SQLite supports transactional DDL. With one, a
 * failed migration leaves no trace, and other processes that start wait until it is done.
 */
class SharedConnectionAdapter extends SqliteAdapter {
  /** The driver itself has them take turns: Kysely would hold the next one up until a commit is synced. */
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

const preparedStatementsMax = 500

/** Caches the recently used statements: Kysely would prepare every query again. */
function withPreparedStatements(sqlite: BetterSqlite.Database) {
  const statements = new Map<string, BetterSqlite.Statement>()
  return {
    get inTransaction() {
      return sqlite.inTransaction
    },
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
  } as DriverParts['sqlite']
}
