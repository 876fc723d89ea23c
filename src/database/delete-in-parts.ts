import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

const partSize = 500

/**
 * Deletes the rows of a table that meet a condition, a few at a time: there may be a million, and others have to wait.
 */
export async function deleteInParts(
  database: Database,
  table: keyof Tables,
  key: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} where ${condition} limit ${sql.lit(partSize)}
      )`.execute(database)
    if (numAffectedRows < partSize) return
    await setImmediate()
  }
}
