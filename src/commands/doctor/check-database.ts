import { sql } from 'kysely'
import type { Config } from '#config'
import { type Database, findPendingMigrations } from '#database/open.ts'
import { findConnectionsMax } from '#database/postgres.ts'
import { withDatabase } from '../existing-database.ts'

/** Whether the database answers, has all migrations and connections enough, and archives its log. */
export async function checkDatabase(config: Config) {
  const { version, pending, connectionsMax, notArchived } = await withDatabase(
    config,
    async (database) => ({
      version: await findVersion(database, config),
      pending: await findPendingMigrations(database),
      connectionsMax: config.databaseUrl ? await findConnectionsMax(database) : Infinity,
      notArchived: config.databaseUrl && (await findNotArchived(database)),
    }),
  )
  if (pending.length > 0) {
    throw new Error(
      `${version} lacks ${pending.length} migrations: start the site, which runs them`,
    )
  }
  const wanted = config.workers * config.databasePoolSize
  if (wanted > connectionsMax) {
    throw new Error(
      `WORKERS × DATABASE_POOL_SIZE is ${wanted}, and ${version} takes ${connectionsMax} connections: lower one of them, or raise max_connections`,
    )
  }
  if (notArchived) {
    throw new Error(
      `${version} can't archive ${notArchived} of its log, which it keeps until its disk is full, and nothing since can be restored: look at archive_command, and at PostgreSQL's own log`,
    )
  }
  const pool = config.databaseUrl ? `, ${wanted} of ${connectionsMax} connections` : ''
  return `${version}, all migrations have run${pool}`
}

async function findVersion(database: Database, { databaseUrl }: Config) {
  const query = databaseUrl
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await query.execute(database)
  return `${databaseUrl ? 'PostgreSQL' : 'SQLite'} ${rows[0]?.version}`
}

/** The file of PostgreSQL's log that could not be archived the last time; undefined where none is to be. */
async function findNotArchived(database: Database) {
  const { rows } = await sql<{ name: string }>`
    select last_failed_wal as name from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'
      and last_failed_time > coalesce(last_archived_time, '-infinity')`.execute(database)
  return rows[0]?.name
}
