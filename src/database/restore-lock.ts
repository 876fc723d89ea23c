import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { isBusy } from './errors.ts'
import { lockPostgres } from './postgres-dump.ts'

const another = 'Another restore is under way'

/**
 * Locks the data folder, and PostgreSQL's database, against another restore. The locks end with the process.
 * @returns unlocks
 * @throws one line while there is another restore
 */
export async function lockForRestore(config: { databaseUrl?: string; dataDir: string }) {
  const unlockFolder = lockFolder(config.dataDir)
  if (!config.databaseUrl) return async () => unlockFolder()
  try {
    const unlockDatabase = await lockPostgres(config.databaseUrl)
    if (!unlockDatabase) throw new Error(`${another} into the same database: wait for its end`)
    return () => unlockDatabase().finally(unlockFolder)
  } catch (error) {
    unlockFolder()
    throw error
  }
}

/** SQLite has the system lock a file, which outlasts no process, unlike a file that only is there. */
function lockFolder(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'restore-lock')
  const sqlite = new BetterSqlite(file, { timeout: 0 })
  try {
    sqlite.exec('begin exclusive')
  } catch (error) {
    sqlite.close()
    if (!isBusy(error)) throw error
    throw new Error(`${another} into ${dataDir}: wait for its end`)
  }
  return () => {
    rmSync(file, { force: true })
    sqlite.close()
  }
}
