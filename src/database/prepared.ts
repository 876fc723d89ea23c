import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from './open.ts'
import type { Losable } from './sqlite-driver.ts'

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
  { isLosable = false }: Losable = {},
) {
  /** By what a database shares with its transactions. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>()

  function compile(database: Database) {
    const query = { ...build(database, slots as Slots<Values>).compile(), isLosable }
    compiled.set(database.getExecutor().adapter, query)
    return query
  }

  return async (database: Database, values: Values): Promise<Row[]> => {
    const query = compiled.get(database.getExecutor().adapter) ?? compile(database)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    return (await database.executeQuery<Row>({ ...query, parameters })).rows
  }
}
