import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import type { Engine } from './columns.ts'
import { isMissingTable } from './errors.ts'
import type { GroupSync } from './group-sync.ts'
import { migrations } from './migrations/index.ts'
import { lockMigrations, postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export const sqliteFileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'huza.sqlite')

/** Opens PostgreSQL if a URL is configured, else the SQLite file in the data folder. */
export function openDatabase(config: {
  databaseUrl?: string | undefined
  databasePoolSize: number
  dataDir: string
}): Database {
  if (config.databaseUrl) {
    const dialect = postgresDialect(config.databaseUrl, config.databasePoolSize)
    return new Kysely<Tables>({ dialect })
  }
  const dialect = sqliteDialect(sqliteFileOf(config))
  const database = new Kysely<Tables>({ dialect })
  syncs.set(database, dialect.sync)
  return database
}

const syncs = new WeakMap<Database, GroupSync>()

/**
 * Waits until all that could be read by now is synced: before it is told to anybody as a fact. On PostgreSQL nothing else
 * can be read.
 */
export const untilSynced = async (database: Database) => syncs.get(database)?.wait()

/**
 * Runs the pending migrations. If several processes start at once, one does it and the others wait.
 * @returns the names of the migrations that ran
 */
export async function migrate(database: Database, engine: Engine) {
  return database.transaction().execute(async (transaction) => {
    if (engine === 'postgres') await lockMigrations(transaction)
    const { error, results } = await migratorOf(transaction, engine).migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  })
}

/** The names of the migrations that have yet to run. */
export async function findPendingMigrations(database: Database) {
  const applied = await findAppliedMigrations(database)
  return Object.keys(migrations).filter((name) => !applied.has(name))
}

/** The names of those that have run, by this version of the program or another one. */
export async function findAppliedMigrations(database: Database): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (isMissingTable(error)) return new Set()
    throw error
  }
}

function migratorOf(database: Database, engine: Engine) {
  return new Migrator({
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
}

export const engineOf = (config: { databaseUrl?: string | undefined }): Engine =>
  config.databaseUrl ? 'postgres' : 'sqlite'
