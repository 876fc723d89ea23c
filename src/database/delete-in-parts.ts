import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

const partSize = 500

/**
 * Deletes the rows of a table that meet a condition, a few at a time: there may be a million, and others have to wait.
 * @param key the table's primary key
 */
export async function deleteInParts(
  database: Database,
  table: keyof Tables,
  key: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) {
  const from = sql`select ${key} from ${sql.table(table)} where`
  const some = sql`${from} ${condition} limit ${sql.lit(partSize)}`
  // In the order that whoever locks several rows takes, so that no two transactions wait for each other.
  const locked = sql`${from} (${key}) in (${some}) order by ${key} for update`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${key}) in (${isSqlite(database) ? some : locked})
    `.execute(database)
    if (numAffectedRows < partSize) return
    await setImmediate()
  }
}
