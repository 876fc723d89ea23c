import { join } from 'node:path'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Engine } from './columns.ts'
import { migrations } from './migrations/index.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** Opens PostgreSQL if a URL is configured, else the SQLite file in the data folder. */
export function openDatabase(config: {
  databaseUrl?: string | undefined
  databasePoolSize: number
  dataDir: string
}): Database {
  return new Kysely<Tables>({
    dialect: config.databaseUrl
      ? postgresDialect(config.databaseUrl, config.databasePoolSize)
      : sqliteDialect(join(config.dataDir, 'huza.sqlite')),
  })
}

/**
 * Runs the pending migrations. If several processes start at once, one does it and the others wait.
 * @returns the names of the migrations that ran
 */
export async function migrate(database: Database, engine: Engine) {
  const migrator = new Migrator({
    db: database,
    // Branches may merge in any order; no migration depends on one with a higher number.
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
