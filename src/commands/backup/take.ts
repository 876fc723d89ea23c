import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { Config } from '#config'
import { countRows, takeDump } from '#database/dump.ts'
import { type Database, engineOf, sqliteFileOf } from '#database/open.ts'
import { DamagedDump, type Dump } from '#database/sqlite-dump.ts'
import { createLease } from '#platform/background/lease.ts'
import { repeat } from '#platform/background/repeat.ts'
import { messageOf } from '#platform/error-message.ts'
import { nodeStreamOf } from '#platform/node-stream.ts'
import { listErasuresIn } from '#platform/retention/erasure-list.ts'
import {
  checkDataKeys,
  isGivenUp,
  MissingDataKey,
  readDataKeys,
} from '#platform/security/data-keys.ts'
import { DamagedStream } from '#platform/security/sealed-stream.ts'
import { loadSecret } from '#platform/security/secret.ts'
import {
  type BackedUpFile,
  type Manifest,
  openPlace,
  type Place,
  packed,
  partName,
  workFolderOf,
} from '#platform/storage/backup-place.ts'
import { noteBackup } from '#platform/storage/last-backup.ts'
import { RefusedFile } from '#platform/storage/refused-file.ts'
import { openSealedStorage } from '#platform/storage/sealed-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { chunksOf } from '#shared/chunks.ts'
import { openExistingDatabase } from '../existing-database.ts'
import { backupNameOf } from './backup-name.ts'
import { createSpaceCheck, requireSpaceForCopy } from './disk-space.ts'
import { makeIncomplete, pruneBackups, removeBackup } from './prune.ts'
import { verifyBackup } from './verify.ts'

/** Small enough to be sent within the time that an S3 server may take. */
const partBytesMax = 32 * 1024 * 1024
const filesPerPage = 500
const filesAtOnce = 8
const renewMs = 60_000

/**
 * Backs the database up, then every file that its rows name, verifies the backup, and removes old ones. The site may
 * serve meanwhile: the database is as it was at one moment, and files never change.
 * @throws when there is no database, another backup is under way, or this one can't be read again
 */
export async function takeBackup(config: Config, now = () => new Date()) {
  const place = await openPlace(config)
  const database = openExistingDatabase(config)
  const lease = createLease({ database, now }, 'backup')
  if (!(await lease.hold())) {
    await database.destroy()
    throw new Error('Another backup is under way. If it was killed, try again in 15 minutes')
  }
  const stopRenewing = repeat(async () => void (await lease.hold().catch(() => {})), renewMs)
  const folder = workFolderOf(config)
  try {
    await checkDataKeys(database, config)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await requireSpaceForCopy(config)
    const begunAt = now()
    const name = backupNameOf(begunAt)
    const stored = await storeBackup(config, { place, database, folder, name })
    const { rows, files } = await verifyBackup(config, place, name, folder).catch(async (error) => {
      if (!(error instanceof DamagedDump)) throw error
      await makeIncomplete(place, name).catch((refusal: unknown) => {
        throw new Error(
          `${error.message}. Remove ${place.keyId}/backups/${name} at BACKUP_URL, which refuses that: ${messageOf(refusal)}`,
        )
      })
      throw error
    })
    await listErasuresIn(place, database)
    if (stored.lost.length === 0) await noteBackup(database, begunAt)
    const removed = await pruneBackups(place, now())
    return { name, rows, files, removed, ...stored }
  } finally {
    await stopRenewing()
    // The folder before the lease: another backup, which may begin then, works in the same one.
    await rm(folder, { recursive: true, force: true })
      .finally(() => lease.release())
      .finally(() => database.destroy())
  }
}

type Work = { place: Place; database: Database; folder: string; name: string }

async function storeBackup(config: Config, { place, database, folder, name }: Work) {
  const source = { databaseUrl: config.databaseUrl, file: sqliteFileOf(config) }
  // One that is taken away meanwhile, and one that is made.
  const before = readDataKeys(config)
  const dump = await takeDump(source, folder)
  try {
    const requireSpace = await createSpaceCheck(config)
    const parts = await storeInParts(place, name, packed(dump.bytes()), requireSpace)
    const migrations = await dump.read<{ name: string }>('select name from kysely_migration')
    const manifest: Manifest = {
      engine: engineOf(config),
      parts,
      migrations: migrations.map((migration) => migration.name),
      tables: await countRows(dump.read, source),
      secret: loadSecret(config),
      dataKeys: [...new Set([...readDataKeys(config), ...before].map(({ key }) => key))],
    }
    const storage = await openSealedStorage(config)
    const found: Found = { added: 0, lost: [], givenUp: 0 }
    const lines = async function* () {
      yield lineOf(manifest)
      for await (const file of storeFiles(
        place,
        dump,
        { storage, database, requireSpace },
        found,
      )) {
        yield lineOf(file)
      }
    }
    await place.putPacked(`backups/${name}/manifest`, lines())
    return found
  } catch (error) {
    // Its parts are of no use to another backup, as the files are; what stays here goes after a day.
    await removeBackup(place, name).catch(() => {})
    throw error
  } finally {
    await dump.close()
  }
}

const lineOf = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`)

/** @returns how many parts there are */
async function storeInParts(
  place: Place,
  name: string,
  source: AsyncIterable<Buffer>,
  requireSpace: () => Promise<void>,
) {
  const iterator = source[Symbol.asyncIterator]()
  let isDone = false
  const nextPart = async function* () {
    for (let bytes = 0; bytes < partBytesMax; ) {
      const { value, done } = await iterator.next()
      if (done) {
        isDone = true
        return
      }
      bytes += value.length
      yield value
    }
  }
  let parts = 0
  try {
    for (; !isDone; parts += 1) {
      await requireSpace()
      await place.put(partName(name, parts), nextPart())
    }
  } finally {
    // Ends what is not read to its end, such as pg_dump.
    await iterator.return?.()
  }
  return parts
}

type Site = { storage: Storage; database: Database; requireSpace: () => Promise<void> }
type FileRow = { id: number; key: string; sha256: string; size_bytes: number; is_claimed: number }
/** How many files are new in the place, which the storage doesn't give out, and how many nobody can open any more. */
type Found = { added: number; lost: string[]; givenUp: number }

/** Stores the files that the place lacks. @returns all that the backup has, as they are known to be there */
async function* storeFiles(
  place: Place,
  dump: Dump,
  site: Site,
  found: Found,
): AsyncGenerator<BackedUpFile> {
  const known = new Set<string>()
  for await (const name of place.list('files/')) known.add(name)
  let lastId = 0
  while (true) {
    const rows = await dump.read<FileRow>(
      `select id, key, sha256, size_bytes, case when claimed_at is null then 0 else 1 end as is_claimed
      from files where id > ${lastId} order by id limit ${filesPerPage}`,
    )
    for (const some of chunksOf(rows, filesAtOnce)) {
      if (some.some(({ key }) => !known.has(`files/${key}`))) await site.requireSpace()
      const areStored = await Promise.all(
        some.map(async (row) => {
          if (known.has(`files/${row.key}`)) return true
          const outcome = await storeFile(place, row, site)
          if (outcome === 'stored') found.added += 1
          else if (row.is_claimed && (await isNeeded(site.database, row))) {
            if (outcome === 'given up') found.givenUp += 1
            else found.lost.push(row.key)
          }
          return outcome === 'stored'
        }),
      )
      for (const [index, row] of some.entries()) {
        if (areStored[index]) yield [row.key, row.sha256, Number(row.size_bytes)]
      }
    }
    if (rows.length < filesPerPage) return
    lastId = rows.at(-1)?.id ?? lastId
  }
}

/**
 * @returns `given up` where the data key of the file is lost, `lost` where the storage has none, refuses it, or has another
 *   one than was uploaded
 */
async function storeFile(place: Place, { key, sha256 }: FileRow, { storage, database }: Site) {
  const hash = createHash('sha256')
  const source = async function* () {
    for await (const chunk of nodeStreamOf(await storage.read(key))) {
      hash.update(chunk)
      yield chunk
    }
  }
  const name = `files/${key}`
  try {
    await place.put(name, source())
  } catch (error) {
    if (await isGivenUp(database, error)) return 'given up'
    if (error instanceof RefusedFile) return 'lost'
    if (error instanceof DamagedStream || error instanceof MissingDataKey) return 'lost'
    // Deleted since it was opened.
    if (!(await storage.exists(key))) return 'lost'
    throw error
  }
  if (hash.digest('hex') === sha256) return 'stored'
  await place.remove(name)
  return 'lost'
}

/**
 * Whether a file is missing: one that was deleted meanwhile need not be in the backup.
 * @throws when it was sealed anew, so that the database of the backup names what is gone
 */
async function isNeeded(database: Database, { id, key }: FileRow) {
  const row = await database
    .selectFrom('files')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row && row.key !== key) {
    throw new Error('Files were sealed with another data key meanwhile: take the backup again')
  }
  return row !== undefined
}
