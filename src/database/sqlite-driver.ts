import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type BetterSqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  SqliteDriver,
} from 'kysely'
import { isBusy } from './errors.ts'
import type { GroupSync } from './group-sync.ts'

export type DriverParts = {
  sqlite: Pick<BetterSqlite.Database, 'prepare' | 'inTransaction' | 'close'>
  lock: Lock
  log: { open(): Promise<void>; close(): Promise<void> }
  sync: GroupSync
  /** For how long at most it is tried again while another process writes. */
  busyMs: number
}

/** Whether a statement counts as done before it is synced: its loss in a power cut harms nobody. */
export type AsyncCommit = { isAsyncCommit?: boolean }

/** For so long queries may follow each other before other requests get a turn. */
const turnMsMax = 10
/** A request takes some turns of the event loop from its first byte to its answer. */
const turnsGiven = 4

/**
 * Runs statements one after the other on one connection, and commits each transaction by itself. A commit is written at
 * once, and told when it is synced: the next transaction runs meanwhile, and one sync is good for all before it.
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
    this.#parts.sqlite.close()
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

/** One use of the connection. A transaction holds its lock from begin to end. */
class SharedConnection implements DatabaseConnection {
  readonly #sqlite: DriverParts['sqlite']
  readonly #lock: Lock
  readonly #sync: GroupSync
  readonly #busyMs: number
  #isInTransaction = false
  #hasWritten = false

  constructor({ sqlite, lock, sync, busyMs }: DriverParts) {
    this.#sqlite = sqlite
    this.#lock = lock
    this.#sync = sync
    this.#busyMs = busyMs
  }

  async executeQuery<Row>(query: CompiledQuery & AsyncCommit): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) {
      // After some errors, such as a full disk, SQLite has undone all: what follows would be committed by itself.
      if (!this.#sqlite.inTransaction) throw new Error('The transaction has been undone')
      await this.#lock.giveTurn()
      const { result, isWrite } = this.#run<Row>(query)
      this.#hasWritten ||= isWrite
      return result
    }
    const ran = await this.#takeWith(() => this.#run<Row>(query))
    this.#lock.release()
    if (ran.isWrite && !query.isAsyncCommit) await this.#sync.wait()
    return ran.result
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (!SelectQueryNode.is(query.query as never))
      throw new Error('Only rows that are read are streamed')
    const isAlone = !this.#isInTransaction
    if (isAlone) await this.#lock.take()
    try {
      const rows = this.#sqlite.prepare(query.sql).iterate(query.parameters)
      for (const row of rows) yield { rows: [row as Row] }
    } finally {
      if (isAlone) this.#lock.release()
    }
  }

  /** Takes the write lock at once: a second process waits here instead of failing half-way. */
  async begin() {
    await this.#takeWith(() => this.#sqlite.prepare('begin immediate').run())
    this.#isInTransaction = true
    this.#hasWritten = false
  }

  /** @throws when it is not committed; or when that is done, but not known to be synced */
  async commit() {
    this.#sqlite.prepare('commit').run()
    this.#end()
    if (this.#hasWritten) await this.#sync.wait()
  }

  /** Kysely asks for it after a failed commit as well, of which SQLite may have undone all by itself. */
  async rollback() {
    if (!this.#isInTransaction) return
    try {
      if (this.#sqlite.inTransaction) this.#sqlite.prepare('rollback').run()
    } finally {
      this.#end()
    }
  }

  /** Takes the connection for what another process may have to end for. Others have it while this waits. */
  async #takeWith<Result>(work: () => Result): Promise<Result> {
    const end = performance.now() + this.#busyMs
    for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      await this.#lock.take()
      try {
        return work()
      } catch (error) {
        this.#lock.release()
        if (!isBusy(error) || performance.now() >= end) throw error
      }
      await wait(pauseMs)
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): Ran<Row> {
    const statement = this.#sqlite.prepare(sql)
    const isWrite = !statement.readonly
    if (statement.reader) return { isWrite, result: { rows: statement.all(parameters) as Row[] } }
    const { changes, lastInsertRowid } = statement.run(parameters)
    const insertId = BigInt(lastInsertRowid)
    return { isWrite, result: { insertId, numAffectedRows: BigInt(changes), rows: [] } }
  }

  #end() {
    this.#isInTransaction = false
    this.#lock.release()
  }
}

type Ran<Row> = { isWrite: boolean; result: QueryResult<Row> }

type Lock = ReturnType<typeof createLock>

/**
 * Lets one at a time through, in the order in which they came. Queries run synchronously: those of many requests would
 * follow each other without a turn for anything else.
 */
export function createLock() {
  const waiting: (() => void)[] = []
  let isTaken = false
  /** When the first of them since the last turn of the event loop came through. */
  let startedMs: number | undefined

  async function take() {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
    isTaken = true
    await giveTurn()
  }

  /** Lets requests that need no database be answered, also between the statements of a long transaction. */
  async function giveTurn() {
    if (startedMs === undefined) {
      startedMs = performance.now()
      setImmediate(() => {
        startedMs = undefined
      })
    } else if (performance.now() - startedMs > turnMsMax) {
      for (let turn = 0; turn < turnsGiven; turn += 1) await nextTurn()
    }
  }

  function release() {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }

  return {
    take,
    release,
    giveTurn,
    async run<Result>(work: () => Result): Promise<Result> {
      await take()
      try {
        return work()
      } finally {
        release()
      }
    },
  }
}
