import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MissingDataKey } from '#platform/security/data-keys.ts'
import type { BackedUpFile, Place } from '#platform/storage/backup-place.ts'
import type { SealedStorage } from '#platform/storage/sealed-storage.ts'
import { readVerified } from './verify.ts'

/**
 * Stores a file of a backup under its key. Where that names a data key that was given up since, the file is sealed with
 * the first key: the backup has what it says.
 * @returns the key that it has now
 */
export async function restoreFile(place: Place, storage: SealedStorage, file: BackedUpFile) {
  const key = isKeyKnown(storage, file[0]) ? file[0] : storage.sealedKey()
  const path = join(storage.spoolDir, randomUUID())
  try {
    await pipeline(readVerified(place, file), createWriteStream(path, { mode: 0o600 }))
    await storage.store({ path }, key, 'application/octet-stream')
  } finally {
    await rm(path, { force: true })
  }
  return key
}

function isKeyKnown(storage: SealedStorage, key: string) {
  try {
    storage.requireDataKey(key)
    return true
  } catch (error) {
    if (error instanceof MissingDataKey) return false
    throw error
  }
}
