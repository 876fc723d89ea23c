import type { Database } from '#database/open.ts'
import { findSystemValue, setSystemValue } from '#database/system-values.ts'

// Backups are made by a command: the site, which is watched, knows of them by this row.
export const lastBackup = 'last backup'

/** When the last backup began that had all files and could be restored, or undefined. */
export const findLastBackup = (database: Database) => findSystemValue(database, lastBackup)

/** Notes a backup that had all files and could be restored. */
export const noteBackup = (database: Database, at: Date) =>
  setSystemValue(database, lastBackup, at.toISOString())
