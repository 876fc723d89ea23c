import { setTimeout as wait } from 'node:timers/promises'
import type BetterSqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  SqliteDriver,
} from 'kysely'
import type { CommitGroup, Member } from './commit-group.ts'
import { isBusy } from './errors.ts'
import type { Lock } from './lock.ts'
import type { LongReads } from './long-reads.ts'
import type { SqliteThread } from './sqlite-thread.ts'

export type DriverParts = {
  sqlite: Pick<BetterSqlite.Database, 'prepare' | 'inTransaction' | 'close'>
  lock: Lock
  log: { open(): Promise<void>; close(): Promise<void> }
  commits: CommitGroup
  threads: Record<'moving' | 'reading', Pick<SqliteThread, 'close'>>
  reads: LongReads
  /** Whether what is read outside of transactions is a matter of `reads`. */
  isApart?: boolean
  /** For how long at most it is tried again while another process writes. */
  busyMs: number
}

/** Whether a statement counts as done before it is synced: its loss in a power cut harms nobody. */
export type AsyncCommit = { isAsyncCommit?: boolean }

/**
 * Runs statements one after the other on one connection. Those who write in one turn share a commit, which is written
 * at its end, and told when it is synced: the next transactions run meanwhile, and one sync is good for all before it.
 */
export class GroupSyncDriver extends SqliteDriver {
  readonly #parts: DriverParts

  constructor(parts: DriverParts) {
    super({ database: parts.sqlite as never })
    this.#parts = parts
  }

  override async init() {
    await super.init()
    await this.#parts.log.open()
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(this.#parts)
  }

  override async destroy() {
    try {
      this.#parts.commits.close()
      // The last connection that closes moves the rest of the log into the file.
      await Promise.all(Object.values(this.#parts.threads).map((thread) => thread.close()))
    } finally {
      this.#parts.sqlite.close()
    }
    await this.#parts.log.close()
  }

  override beginTransaction(connection: DatabaseConnection) {
    return (connection as SharedConnection).begin()
  }

  override commitTransaction(connection: DatabaseConnection) {
    return (connection as SharedConnection).commit()
  }

  override rollbackTransaction(connection: DatabaseConnection) {
    return (connection as SharedConnection).rollback()
  }
}

/** Between two attempts, at first and at last. */
const [pauseMsMin, pauseMsMax] = [1, 20]

/** What reads or changes rows; anything else, such as a pragma, may have to stand outside of a transaction. */
const ofRows = /^\s*(?:select|with|insert|update|delete)\b/i

/** One use of the connection. A transaction holds its lock from begin to end. */
class SharedConnection implements DatabaseConnection {
  readonly #parts: DriverParts
  /** While a transaction is under way. */
  #member: Member | undefined
  #hasWritten = false

  constructor(parts: DriverParts) {
    this.#parts = parts
  }

  async executeQuery<Row>(query: CompiledQuery & AsyncCommit): Promise<QueryResult<Row>> {
    const { lock, sqlite, reads } = this.#parts
    if (this.#member) {
      // After some errors, such as a full disk, SQLite has undone all: what follows would be committed by itself.
      if (!sqlite.inTransaction) throw new Error('The transaction has been undone')
      await lock.giveTurn()
      const { result, isWrite } = this.#run<Row>(query)
      this.#hasWritten ||= isWrite
      return result
    }
    const rows = this.#isApart(query) && (await reads.read(query))
    if (rows) return { rows: rows as Row[] }
    const { result, member } = await this.#takeWith(() => this.#runAlone<Row>(query))
    this.#release()
    if (!query.isAsyncCommit) await member?.synced()
    return result
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (!SelectQueryNode.is(query.query as never))
      throw new Error('Only rows that are read are streamed')
    const { lock, sqlite, commits } = this.#parts
    const isAlone = !this.#member
    if (isAlone) {
      await lock.take()
      // Others may have to wait for long.
      commits.end()
    }
    try {
      const rows = sqlite.prepare(query.sql).iterate(query.parameters)
      for (const row of rows) yield { rows: [row as Row] }
    } finally {
      if (isAlone) this.#release()
    }
  }

  async begin() {
    this.#member = await this.#takeWith(() => this.#parts.commits.join(true))
    this.#hasWritten = false
  }

  /** @throws when it is not committed; or when that is done, but not known to be synced */
  async commit() {
    const member = this.#member
    member?.leave()
    this.#end()
    if (this.#hasWritten) await member?.synced()
  }

  /** Kysely asks for it after a failed commit as well, of which SQLite may have undone all by itself. */
  async rollback() {
    if (!this.#member) return
    try {
      this.#member.undo()
    } finally {
      this.#end()
    }
  }

  /** Takes the connection for what another process may have to end for. Others have it while this waits. */
  async #takeWith<Result>(work: () => Result): Promise<Result> {
    const { lock, busyMs } = this.#parts
    const end = performance.now() + busyMs
    for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      await lock.take()
      try {
        return work()
      } catch (error) {
        this.#release()
        if (!isBusy(error) || performance.now() >= end) throw error
      }
      await wait(pauseMs)
    }
  }

  #isApart({ sql }: CompiledQuery) {
    const { isApart, reads, sqlite } = this.#parts
    return isApart && reads.isWorthIt() && ofRows.test(sql) && sqlite.prepare(sql).readonly
  }

  #runAlone<Row>(query: CompiledQuery): {
    result: QueryResult<Row>
    member?: Pick<Member, 'synced'>
  } {
    const { sqlite, commits } = this.#parts
    if (!ofRows.test(query.sql)) commits.end()
    else if (!sqlite.prepare(query.sql).readonly) {
      const member = commits.join(false)
      return { result: this.#run<Row>(query).result, member }
    }
    const { result, isWrite } = this.#run<Row>(query)
    // What is no statement on rows is committed by itself.
    return isWrite ? { result, member: { synced: commits.wait } } : { result }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): Ran<Row> {
    const { sqlite, commits } = this.#parts
    const statement = sqlite.prepare(sql)
    const isWrite = !statement.readonly
    try {
      if (statement.reader) return { isWrite, result: { rows: statement.all(parameters) as Row[] } }
      const { changes, lastInsertRowid } = statement.run(parameters)
      const insertId = BigInt(lastInsertRowid)
      return { isWrite, result: { insertId, numAffectedRows: BigInt(changes), rows: [] } }
    } catch (error) {
      commits.notice(error)
      throw error
    }
  }

  #end() {
    this.#member = undefined
    this.#release()
  }

  #release() {
    this.#parts.commits.endIfDue()
    this.#parts.lock.release()
  }
}

type Ran<Row> = { isWrite: boolean; result: QueryResult<Row> }
