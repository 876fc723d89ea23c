import { join } from 'node:path'
import { Kysely, type Logger, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import { hourMs } from '#shared/durations.ts'
import type { Engine } from './columns.ts'
import { isSqlite } from './engine.ts'
import { isMissingTable } from './errors.ts'
import type { GroupSync } from './group-sync.ts'
import { migrations } from './migrations/index.ts'
import { lockMigrations, postgresDialect, replicaDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** Or a transaction, which is one as well. */
export type Database = Kysely<Tables>

export const sqliteFileOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'huza.sqlite')

/**
 * Opens PostgreSQL if a URL is configured, else the SQLite file in the data folder.
 * @param log called with each query, for traces
 */
export function openDatabase(
  config: {
    databaseUrl?: string
    databasePoolSize: number
    dataDir: string
  },
  log?: Logger,
): Database {
  if (config.databaseUrl) {
    const dialect = postgresDialect(config.databaseUrl, config.databasePoolSize)
    return new Kysely<Tables>({ dialect, ...(log && { log }) })
  }
  const dialect = sqliteDialect(sqliteFileOf(config))
  const database = new Kysely<Tables>({ dialect, ...(log && { log }) })
  syncs.set(database, dialect.sync)
  const apart = new Kysely<Tables>({ dialect: dialect.apart(), ...(log && { log }) })
  syncs.set(apart, dialect.sync)
  longReads.set(database, apart)
  return database
}

/** Opens the standby that public reads are sent to; null where none is configured. */
export function openReplica(
  config: {
    databaseReplicaUrl?: string
    databasePoolSize: number
  },
  log?: Logger,
): Database | null {
  if (!config.databaseReplicaUrl) return null
  const dialect = replicaDialect(config.databaseReplicaUrl, config.databasePoolSize)
  return new Kysely<Tables>({ dialect, ...(log && { log }) })
}

const syncs = new WeakMap<Database, GroupSync>()
const longReads = new WeakMap<Database, Database>()

/** The same database, for what may read much of it: on SQLite a thread does, where that takes long. */
export const forLongReads = (database: Database) => longReads.get(database) ?? database

/** Whether its queries hold up all else in the process: none is to look at more than some 10,000 rows. */
export const hasBlockingQueries = isSqlite

/**
 * Waits until all that could be read by now is synced: before it is told to anybody as a fact. On PostgreSQL nothing
 * else can be read. Not from within a transaction, which would wait for itself.
 */
export const untilSynced = async (database: Database) => syncs.get(database)?.wait()

/** How long after the migrations of the next version processes of this one may start: while that takes over. */
const updateMsMax = hourMs

/**
 * Runs the pending migrations. If several processes start at once, one does it and the others wait.
 * @returns the names of the migrations that ran
 * @throws what to do where the database is of a newer version
 */
export async function migrate(database: Database, engine: Engine) {
  const applied = await findAppliedMigrations(database)
  // Found by one query, where Kysely reads the whole schema: most starts have nothing to do.
  if (isMigrated(applied)) return []
  const unknown = [...applied.keys()].filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new Error(
      `The database is of a newer version, which has ${unknown.join(', ')}: install it, or see "Back to the version before" in docs/running.md`,
    )
  }
  return database.transaction().execute(async (transaction) => {
    if (engine === 'postgres') await lockMigrations(transaction)
    const { error, results } = await migratorOf(transaction, engine).migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  })
}

/** Whether the migrations of this version have run, and no others except those of an update just now. */
function isMigrated(applied: ReadonlyMap<string, string>) {
  const since = new Date(Date.now() - updateMsMax).toISOString()
  return (
    Object.keys(migrations).every((name) => applied.has(name)) &&
    [...applied].every(([name, at]) => name in migrations || at > since)
  )
}

/** The names of the migrations that have yet to run. */
export async function findPendingMigrations(database: Database) {
  const applied = await findAppliedMigrations(database)
  return Object.keys(migrations).filter((name) => !applied.has(name))
}

/** When the first migration ran, which made the database; undefined where none has. */
export async function findDatabaseStart(database: Database) {
  const applied = await findAppliedMigrations(database)
  return [...applied.values()].sort()[0]
}

/** When each migration that has run did so, by its name. It may be of another version of the program. */
async function findAppliedMigrations(database: Database): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database)
    return new Map(rows.map(({ name, timestamp }) => [name, timestamp]))
  } catch (error) {
    if (isMissingTable(error)) return new Map()
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

/**
 * Has SQLite keep in memory what it may have to undo of a statement. Otherwise each statement that changes more than 15
 * pages makes a file for that; every comment does, with its indexes. Migrations change whole tables: call it after
 * them.
 */
export async function undoInMemory(database: Database) {
  if (isSqlite(database)) await sql`pragma temp_store = memory`.execute(database)
}

export const engineOf = (config: { databaseUrl?: string }): Engine =>
  config.databaseUrl ? 'postgres' : 'sqlite'
