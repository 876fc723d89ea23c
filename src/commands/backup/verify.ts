import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '#config'
import { countRows, loadOnTrial } from '#database/dump.ts'
import { DamagedDump } from '#database/sqlite-dump.ts'
import { DamagedStream } from '#platform/security/sealed-stream.ts'
import type { BackedUpFile, Place } from '#platform/storage/backup-place.ts'

/**
 * Verifies a backup: restores it into a temporary database, and reads all its files.
 * @returns how many rows and files there are
 * @throws when anything is missing or not as it was, DamagedDump where the database can't be restored
 */
export async function verifyBackup(config: Config, place: Place, name: string, folder: string) {
  const { manifest, files } = await place.readManifest(name)
  const counts = await countRestored(config, place.readDatabase(name, manifest), folder)
  if (!isDeepStrictEqual(counts, manifest.tables)) {
    throw new DamagedDump(`The database of backup ${name} has other rows than were backed up`)
  }
  let total = 0
  for await (const file of files) {
    await readWhole(place, file)
    total += 1
  }
  return { rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0), files: total }
}

async function countRestored(config: Config, bytes: AsyncIterable<Buffer>, folder: string) {
  try {
    return await loadOnTrial(bytes, config, folder, (read) => countRows(read, config))
  } catch (error) {
    if (error instanceof DamagedStream) throw new DamagedDump(error.message)
    throw error
  }
}

/** Reads a file of a backup, and hands on what it reads. @throws when it is not what was uploaded */
export async function* readVerified(place: Place, [key, sha256]: BackedUpFile) {
  const hash = createHash('sha256')
  for await (const chunk of place.get(`files/${key}`)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new Error(`files/${key} is not what was uploaded`)
}

async function readWhole(place: Place, file: BackedUpFile) {
  for await (const _chunk of readVerified(place, file)) {
    // Reading a sealed file checks it.
  }
}
