import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/**
 * Walks through a table in the order of its ids, so that no query takes long, however many rows there are.
 * @param find some rows after an id; none at the end
 */
export async function* inIdWindows<Row extends { id: number }>(
  find: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const rows = await find(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

/** SQLite reads in this process, where requests wait; PostgreSQL is asked the fewer times. */
const scannedAtOnce = { sqlite: 200, postgres: 10_000 }

/**
 * Walks through all rows of a table, for what no index finds: others have their turn after each window.
 * @param key a column of numbers with an index
 * @returns what is true of the rows of a window, one after the other
 */
export async function* allInWindows(
  database: Database,
  table: keyof Tables,
  key = 'id',
): AsyncGenerator<RawBuilder<SqlBool>> {
  const id = sql.ref(key)
  const size = scannedAtOnce[isSqlite(database) ? 'sqlite' : 'postgres']
  let after = 0
  for (;;) {
    const { rows } = await sql<{ last: number }>`
      select ${id} as last from ${sql.table(table)} where ${id} > ${after}
      order by ${id} limit 1 offset ${sql.lit(size - 1)}
    `.execute(database)
    const last = rows[0]?.last
    yield last === undefined ? sql`${id} > ${after}` : sql`${id} > ${after} and ${id} <= ${last}`
    if (last === undefined) return
    after = last
    await setImmediate()
  }
}
