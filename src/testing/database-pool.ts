import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrations } from '#database/migrations/index.ts'
import { migrate, openDatabase, sqliteFileOf } from '#database/open.ts'
import { databaseUrl } from './database.ts'

/** Part of the databases' names, because a test server may have databases of older migrations. */
const version = createHash('sha256')
  .update(JSON.stringify(Object.entries(migrations).map(([name, { up }]) => [name, `${up}`])))
  .digest('hex')
  .slice(0, 8)

/** The namespace of the advisory locks that mark a database as in use. */
const lockSpace = 0x7465_7374

const inUse = new Set<number>()
/** One connection for the whole process: its locks keep other processes off this one's databases. */
let connected: Promise<pg.Client> | undefined
/** A connection to each database that this process has emptied: a new one would first read the catalogues. */
const emptying = new Map<number, pg.Client>()
let migratedFile: Promise<Buffer> | undefined

/**
 * Acquires an empty database on the test server. Databases are reused, since emptying one takes much less time than
 * creating one, if possible by the process that had it before. They are emptied when acquired, not when released, in
 * case the previous test crashed. On SQLite, puts a copy of a migrated file into the data folder: to migrate takes
 * longer than most tests.
 */
export async function acquireTestDatabase(dataDir: string) {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    migratedFile ??= makeMigratedFile()
    await writeFile(sqliteFileOf({ dataDir }), await migratedFile)
    return { url: undefined, release: async () => {} }
  }
  connected ??= connect(server)
  const client = await connected
  const number = await acquireNumber(client)
  const name = `pool_${version}_${number}`
  const url = databaseUrl(server, name)
  if (emptying.has(number) || (await exists(client, name))) await emptyDatabase(number, url)
  else await client.query(`create database ${name} template template0`)
  return {
    url,
    async release() {
      await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, number])
      inUse.delete(number)
    },
  }
}

async function makeMigratedFile() {
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-migrated-'))
  const database = openDatabase({ dataDir, databaseUrl: undefined, databasePoolSize: 1 })
  await migrate(database, 'sqlite')
  // The last connection moves what is in the log into the file.
  await database.destroy()
  const content = await readFile(sqliteFileOf({ dataDir }))
  await rm(dataDir, { recursive: true })
  return content
}

async function connect(url: string, name?: string) {
  const client = new pg.Client({ connectionString: url, application_name: name })
  await client.connect()
  return client
}

/** Finds and locks a number that is free in all processes: one that this process has had before, or else the first. */
async function acquireNumber(client: pg.Client) {
  for (const number of emptying.keys()) if (await isAcquired(client, number)) return number
  for (let number = 1; ; number += 1) if (await isAcquired(client, number)) return number
}

async function isAcquired(client: pg.Client, number: number): Promise<boolean> {
  // The lock alone is not enough: the connection that holds it gets it again.
  if (inUse.has(number)) return false
  inUse.add(number)
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [
    lockSpace,
    number,
  ])
  if (!rows[0].taken) inUse.delete(number)
  return rows[0].taken
}

async function exists(client: pg.Client, name: string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount !== 0
}

async function emptyDatabase(number: number, url: string) {
  const client = emptying.get(number) ?? (await connect(url, emptiesDatabases))
  emptying.set(number, client)
  await client.query(endOthers)
  await client.query(empty)
}

/** The name of connections that do nothing else, and do that only while their process has the database. */
const emptiesDatabases = 'empties databases'

/** A connection that a test left open could write into the next test's rows. */
const endOthers = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and application_name <> '${emptiesDatabases}'`

/**
 * Deletes all rows except Kysely's migration records, and resets the id sequences. As a replica, PostgreSQL runs no
 * triggers: neither those of foreign keys nor ours, which would change rows of other tables. `truncate` is slower,
 * since it creates new files.
 */
const empty = `do $$
declare
  one record;
begin
  perform set_config('session_replication_role', 'replica', true);
  for one in select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' loop
    execute format('delete from %s', one.name);
  end loop;
  for one in select quote_ident(sequencename) as name, start_value from pg_sequences
    where schemaname = 'public' and last_value is not null loop
    perform setval(one.name, one.start_value, false);
  end loop;
end $$`
