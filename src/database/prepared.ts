import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Insertable,
  type InsertQueryBuilder,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import { isSqlite } from './engine.ts'
import type { Database } from './open.ts'
import type { AsyncCommit } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

/** Placeholders for the values of a prepared query. */
export type Slots<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const slots = new Proxy({}, { get: (_, name) => sql`${new Slot(String(name))}` })

/**
 * Prepares a query that runs often. It is built and compiled once per database, since that takes longer than to run
 * it; later calls only supply the values, in a transaction or without one.
 */
export function prepareQuery<Values extends object, Row>(
  build: (database: Database, slots: Slots<Values>) => Compilable<Row>,
  { isAsyncCommit = false }: AsyncCommit = {},
) {
  /** By what a database shares with its transactions. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>()

  function compile(database: Database) {
    const query = { ...build(database, slots as Slots<Values>).compile(), isAsyncCommit }
    compiled.set(database.getExecutor().adapter, query)
    return query
  }

  return async (database: Database, values: Values): Promise<Row[]> => {
    const query = compiled.get(database.getExecutor().adapter) ?? compile(database)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    const filled = { ...query, parameters }
    const isSent = database.isTransaction && !isSqlite(database)
    const { rows } = await (isSent
      ? sendTogether<Row>(database, filled)
      : database.executeQuery<Row>(filled))
    return rows
  }
}

/**
 * An insert that PostgreSQL commits without waiting for the disk. SQLite goes by `isAsyncCommit` of the prepared query
 * alone.
 */
export const committedAsync = <DB, Table extends keyof DB, Row>(
  database: Database,
  insert: InsertQueryBuilder<DB, Table, Row>,
) =>
  isSqlite(database)
    ? insert
    : insert.returning(sql`set_config('synchronous_commit', 'off', true)`.as('is_async_commit'))

type Waiting = {
  send(connection: DatabaseConnection): Promise<void>
  fail(error: unknown): void
}

const waitingOf = new WeakMap<Database, Waiting[]>()

/**
 * Sends a query of a transaction to PostgreSQL, together with all that are asked for in the same moment. Kysely would
 * have each wait for the answer to the one before. Of those that follow one that fails all fail.
 */
function sendTogether<Row>(transaction: Database, query: CompiledQuery<Row>) {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>()
  const waiting = waitingOf.get(transaction) ?? []
  waiting.push({
    send: (connection) => connection.executeQuery<Row>(query).then(resolve, reject),
    fail: reject,
  })
  if (waiting.length > 1) return promise
  waitingOf.set(transaction, waiting)
  queueMicrotask(() => {
    waitingOf.delete(transaction)
    transaction
      .getExecutor()
      .provideConnection((connection) => Promise.all(waiting.map(({ send }) => send(connection))))
      .catch((error: unknown) => {
        for (const { fail } of waiting) fail(error)
      })
  })
  return promise
}

type TableWithId = {
  [Table in keyof Tables]: Tables[Table] extends { id: unknown } ? Table : never
}[keyof Tables]

/**
 * Prepares the insert of one row, once for each set of columns that a row comes with. @returns a function that gives
 * its id
 */
export function prepareInsert<Table extends TableWithId>(table: Table) {
  type Row = Insertable<Tables[Table]>
  const inserts = new Map<string, (database: Database, row: Row) => Promise<{ id: number }[]>>()

  function prepare(columns: readonly string[]) {
    const insert = prepareQuery<Row, { id: number }>((database, slots) =>
      database
        .insertInto(table as 'cohorts')
        .values(
          Object.fromEntries(columns.map((name) => [name, slots[name as keyof Row]])) as never,
        )
        .returning('id'),
    )
    inserts.set(columns.join(), insert)
    return insert
  }

  return async (database: Database, row: Row): Promise<number> => {
    const columns = Object.keys(row).filter((name) => row[name as keyof Row] !== undefined)
    const [inserted] = await (inserts.get(columns.join()) ?? prepare(columns))(database, row)
    return (inserted as { id: number }).id
  }
}
