import { existsSync, statSync } from 'node:fs'
import {
  dumpPostgres,
  loadPostgres,
  placeOfPostgres,
  requireAlone,
  waitForLoad,
  withClient,
  withTrialDatabase,
} from './postgres-dump.ts'
import {
  closeDownSqlite,
  type Dump,
  dumpSqlite,
  loadSqlite,
  type Rows,
  withTrialFile,
} from './sqlite-dump.ts'

type Source = { databaseUrl?: string; file: string }

/**
 * Takes a dump of PostgreSQL, or else of the SQLite file.
 * @param folder has room for a copy of the SQLite file
 */
export const takeDump = ({ databaseUrl, file }: Source, folder: string): Promise<Dump> =>
  databaseUrl ? dumpPostgres(databaseUrl) : dumpSqlite(file, folder)

/** How many bytes SQLite's file has on its disk, with its log. */
export function findDatabaseBytes(file: string): number {
  const sizes = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false }))
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
}

/** How many rows each table has. */
export async function countRows(read: Rows, { databaseUrl }: Pick<Source, 'databaseUrl'>) {
  const tables = await read<{ name: string }>(
    databaseUrl
      ? `select tablename as name from pg_tables where schemaname = 'public' order by 1`
      : `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await read<{ total: number }>(`select count(*) as total from "${name}"`)
    counts[name] = Number(row?.total)
  }
  return counts
}

/** Loads a dump into a database of its own, which is gone afterwards. */
export const loadOnTrial = <Outcome>(
  bytes: AsyncIterable<Buffer>,
  { databaseUrl }: Pick<Source, 'databaseUrl'>,
  folder: string,
  work: (read: Rows) => Promise<Outcome>,
) =>
  databaseUrl ? withTrialDatabase(databaseUrl, bytes, work) : withTrialFile(bytes, folder, work)

/**
 * Loads a dump in place of what is there, and runs statements on it: all at once, or nothing.
 * @throws when something else is connected, or the dump is not whole
 */
export const loadInPlace = (
  bytes: AsyncIterable<Buffer>,
  { databaseUrl, file }: Source,
  statements: readonly string[],
) =>
  databaseUrl ? loadPostgres(bytes, databaseUrl, statements) : loadSqlite(bytes, file, statements)

/** Waits for a load whose answer was lost. @returns whether it has ended, so that what is there stays */
export const hasLoadEnded = ({ databaseUrl }: Source) =>
  databaseUrl ? waitForLoad(databaseUrl) : Promise.resolve(true)

/** Where the database is: without a password. */
export const placeOf = ({ databaseUrl, file }: Source) =>
  databaseUrl ? placeOfPostgres(databaseUrl) : file

/** Whether there is a database with tables already. */
export async function isInUse({ databaseUrl, file }: Source) {
  if (!databaseUrl) return existsSync(file)
  const tables = await withClient(databaseUrl, (client) =>
    client.query(`select from pg_tables where schemaname = 'public' limit 1`),
  )
  return tables.rowCount !== 0
}

/**
 * @param isReplacing whether a dump is loaded in place of what is there
 * @throws what to do when the site, or something else, uses the database, or SQLite's file is damaged and isn't replaced
 */
export async function requireUnused({ databaseUrl, file }: Source, { isReplacing = false } = {}) {
  if (databaseUrl) await requireAlone(databaseUrl)
  else closeDownSqlite(file, { isReplacing })
}
