import {
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { Unreachable } from './errors.ts'

/**
 * Keeps some connections for reads. A transaction holds its connection while it waits for a row that another one has
 * locked: enough of them would hold all connections, and every read would wait for that row, too.
 */
export class RoomForReadsDriver extends PostgresDriver {
  readonly #gate: Gate

  constructor(config: PostgresDialectConfig, gate: Gate) {
    super(config)
    this.#gate = gate
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LazyConnection(() => super.acquireConnection() as Promise<Taken>)
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const lazy = connection as LazyConnection
    await lazy.enter(this.#gate)
    lazy.begin(super.beginTransaction(await lazy.take(), settings))
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    // It discards the connection where that fails.
    await super.rollbackTransaction(await (connection as LazyConnection).take())
  }

  override async releaseConnection(connection: DatabaseConnection) {
    await (connection as LazyConnection).release((taken) => super.releaseConnection(taken))
  }
}

type Taken = Parameters<PostgresDriver['releaseConnection']>[0]

/** A connection that is taken from the pool once it is known whether for a transaction. */
class LazyConnection implements DatabaseConnection {
  readonly #acquire: () => Promise<Taken>
  #taken: Promise<Taken> | undefined
  #gate: Gate | undefined
  #begun: Promise<void> | undefined

  constructor(acquire: () => Promise<Taken>) {
    this.#acquire = acquire
  }

  async enter(gate: Gate) {
    await gate.enter()
    this.#gate = gate
  }

  /** @param begun under way: the first statement is sent right behind it, and fails with it */
  begin(begun: Promise<void>) {
    this.#begun = begun
    begun.catch(() => {})
  }

  take() {
    this.#taken ??= this.#acquire()
    return this.#taken
  }

  async release(give: (taken: Taken) => Promise<unknown>) {
    try {
      const taken = await this.#taken?.catch(() => undefined)
      if (taken) await give(taken)
    } finally {
      this.#gate?.leave()
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const taken = await this.take()
    const [result] = await Promise.all([taken.executeQuery<Row>(query), this.#begun])
    return result
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    yield* (await this.take()).streamQuery<Row>(query, chunkSize)
  }
}

export type Gate = ReturnType<typeof createGate>

/**
 * Lets so many through at once, the others in the order in which they came.
 * @param waitMsMax after which `enter` rejects
 */
export function createGate(max: number, waitMsMax: number) {
  let free = max
  const waiting = new Set<() => void>()
  return {
    waiting,
    async enter() {
      if (free > 0) {
        free -= 1
        return
      }
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(pass)
          reject(new Unreachable())
        }, waitMsMax)
        const pass = () => {
          clearTimeout(timer)
          waiting.delete(pass)
          resolve()
        }
        waiting.add(pass)
      })
    },
    leave() {
      const [next] = waiting
      if (next) next()
      else free += 1
    },
  }
}
