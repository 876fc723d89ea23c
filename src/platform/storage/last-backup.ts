import type { Database } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'

// Backups are made by a command: the site, which is watched, knows of them by this row.
const name = 'last backup'

/** When the last backup began that could be restored, or undefined. */
export const findLastBackup = (database: Database) => findSystemValue(database, name)

/** Notes a backup that could be restored. */
export const noteBackup = (database: Database, at: Date) =>
  database
    .insertInto('system_values')
    .values({ name, value: at.toISOString() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: at.toISOString() }))
    .execute()
