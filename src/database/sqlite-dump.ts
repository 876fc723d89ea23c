import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import BetterSqlite from 'better-sqlite3'

export type Rows = <Row>(query: string) => Promise<Row[]>

/** A database as it was at one moment, whoever writes to it meanwhile. */
export type Dump = {
  read: Rows
  /** What a database is loaded from. */
  bytes(): AsyncIterable<Buffer>
  close(): Promise<unknown>
}

/** What was dumped can't be loaded, or is not what was there. */
export class DamagedDump extends Error {}

const allPages = 0x7fff_ffff
const options = { timeout: 10_000, fileMustExist: true }

const readerOf =
  (sqlite: BetterSqlite.Database): Rows =>
  async (query) =>
    sqlite.prepare(query).all() as never

/** Copies the file within one read transaction, for which no writer has to wait. */
export async function dumpSqlite(file: string, folder: string): Promise<Dump> {
  const copy = join(folder, 'copy.sqlite')
  const source = new BetterSqlite(file, options)
  try {
    await source.backup(copy, { progress: () => allPages })
  } finally {
    source.close()
  }
  const sqlite = new BetterSqlite(copy, options)
  // One file without a log beside it.
  sqlite.pragma('journal_mode = DELETE')
  return {
    read: readerOf(sqlite),
    bytes: () => createReadStream(copy),
    async close() {
      sqlite.close()
      await rm(copy, { force: true })
    },
  }
}

/** Writes a dump to a file, does the work on it, and removes the file unless it was moved away. */
async function withLoaded<Outcome>(
  bytes: AsyncIterable<Buffer>,
  path: string,
  work: (sqlite: BetterSqlite.Database) => Promise<Outcome>,
) {
  // The journal of a load that was killed would be rolled back into this one.
  await removeFile(path)
  try {
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    const sqlite = new BetterSqlite(path, options)
    try {
      if (!isWhole(sqlite)) throw new DamagedDump('The copy of the database is damaged')
      return await work(sqlite)
    } finally {
      sqlite.close()
    }
  } finally {
    await removeFile(path)
  }
}

async function removeFile(path: string) {
  for (const one of [path, `${path}-journal`]) await rm(one, { force: true })
}

function isWhole(sqlite: BetterSqlite.Database) {
  try {
    const [found] = sqlite.pragma('integrity_check') as { integrity_check: string }[]
    return found?.integrity_check === 'ok'
  } catch (error) {
    if (isDamaged(error)) return false
    throw error
  }
}

/** Loads a dump into a file in the folder, which is gone afterwards. */
export const withTrialFile = <Outcome>(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  work: (read: Rows) => Promise<Outcome>,
) => withLoaded(bytes, join(folder, 'trial.sqlite'), (sqlite) => work(readerOf(sqlite)))

const draftOf = (file: string) => `${file}-restored`

/** Removes what a load that was killed has left beside the file: it may be of people who were erased since. */
export const removeDraft = (file: string) => removeFile(draftOf(file))

/** Loads a dump in place of the file, damaged or not. @throws when something has that open */
export async function loadSqlite(
  bytes: AsyncIterable<Buffer>,
  file: string,
  statements: readonly string[],
) {
  const path = draftOf(file)
  await withLoaded(bytes, path, async (sqlite) => {
    for (const statement of statements) sqlite.exec(statement)
    sqlite.close()
    await sync(path, 'r+')
    closeDownSqlite(file, { isReplacing: true })
    for (const left of ['-wal', '-shm', '-journal']) await rm(file + left, { force: true })
    await rename(path, file)
    await sync(dirname(file), 'r')
  })
}

async function sync(path: string, flags: string) {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes the log into the file, which only succeeds while nothing else has it open. Of a damaged file that can't be told.
 * @param isReplacing whether another file takes its place, so that it may be damaged
 * @throws what to do
 */
export function closeDownSqlite(file: string, { isReplacing = false } = {}) {
  if (!existsSync(file)) return
  const sqlite = new BetterSqlite(file, { timeout: 0 })
  try {
    sqlite.pragma('journal_mode = DELETE')
  } catch (error) {
    if (isDamaged(error)) {
      if (isReplacing) return
      throw new Error(
        `${file} is damaged: npm run restore -- --to TIME --overwrite replaces it by a backup`,
      )
    }
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new Error(`Something has ${file} open: stop the site first`)
  } finally {
    sqlite.close()
  }
}

const isDamaged = (error: unknown) =>
  /^SQLITE_(NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? '')
