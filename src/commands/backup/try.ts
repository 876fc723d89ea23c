import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '#config'
import { countRows, loadOnTrial } from '#database/dump.ts'
import type { BackedUpFile, Place } from '#platform/storage/backup-place.ts'

/**
 * Tries a backup: restores it into a temporary database, and reads all its files.
 * @returns how many rows and files there are
 * @throws when anything is missing or not as it was
 */
export async function tryBackup(config: Config, place: Place, name: string, folder: string) {
  const { manifest, files } = await place.readManifest(name)
  const bytes = place.readDatabase(name, manifest)
  const counts = await loadOnTrial(bytes, config, folder, (read) => countRows(read, config))
  if (!isDeepStrictEqual(counts, manifest.tables)) {
    throw new Error(`The database of backup ${name} has other rows than were backed up`)
  }
  let total = 0
  for await (const file of files) {
    await readWhole(place, file)
    total += 1
  }
  return { rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0), files: total }
}

/** Reads a file of a backup, and hands on what it reads. @throws when it is not what was uploaded */
export async function* checked(place: Place, [key, sha256]: BackedUpFile) {
  const hash = createHash('sha256')
  for await (const chunk of place.get(`files/${key}`)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new Error(`files/${key} is not what was uploaded`)
}

async function readWhole(place: Place, file: BackedUpFile) {
  for await (const _chunk of checked(place, file)) {
    // Reading a sealed file checks it.
  }
}
