import { existsSync } from 'node:fs'
import type { Config } from '#config'
import { type Database, openDatabase, sqliteFileOf } from '#database/open.ts'
import { messageOf } from '#platform/error-message.ts'

/** @throws what to do where there is no database, and opening it would make an empty one up */
export function requireDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (config.databaseUrl || existsSync(sqliteFileOf(config))) return
  throw new Error(
    `There is no ${sqliteFileOf(config)}: npm start makes it, or set DATA_DIR or DATABASE_URL`,
  )
}

/** Opens the database, without making one up as the start does. @throws where there is none */
export function openExistingDatabase(config: Config): Database {
  requireDatabase(config)
  return openDatabase(config)
}

/** Opens the database for some work. @throws an Error that says how to mend it */
export async function withDatabase<Outcome>(
  config: Config,
  work: (database: Database) => Promise<Outcome>,
) {
  const database = openExistingDatabase(config)
  try {
    return await work(database)
  } catch (error) {
    const { databaseUrl } = config
    const place = databaseUrl ? new URL(databaseUrl).host : sqliteFileOf(config)
    throw new Error(`${place}: ${messageOf(error)}. Is it running, and right in DATABASE_URL?`)
  } finally {
    await database.destroy()
  }
}
