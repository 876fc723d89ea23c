import { join } from 'node:path'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Engine } from './columns.ts'
import { migrations } from './migrations/index.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** Opens PostgreSQL where an address is given, else the SQLite file of the data folder. */
export function openDatabase(config: {
  databaseUrl?: string | undefined
  dataDir: string
}): Database {
  return new Kysely<Tables>({
    dialect: config.databaseUrl
      ? postgresDialect(config.databaseUrl)
      : sqliteDialect(join(config.dataDir, 'huza.sqlite')),
  })
}

/**
 * Brings the tables up to date; of several processes that start at once, one does it and the others wait.
 * @returns the names of the migrations that were run
 */
export async function migrate(database: Database, engine: Engine) {
  const migrator = new Migrator({
    db: database,
    // Work on several tables lands in whichever order it is done; no migration builds on one with a higher number.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]) => [
            name,
            { up: (db: Kysely<unknown>) => migration.up(db, engine) },
          ]),
        ),
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

export const engineOf = (config: { databaseUrl?: string | undefined }): Engine =>
  config.databaseUrl ? 'postgres' : 'sqlite'
