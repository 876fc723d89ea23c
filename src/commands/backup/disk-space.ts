import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config'
import { findDatabaseBytes } from '#database/dump.ts'
import { sqliteFileOf } from '#database/open.ts'
import { freeMbOf } from '#platform/storage/storage.ts'

/**
 * A backup copies SQLite's file, and restores it on trial, one after the other, in the data folder. On which disk
 * PostgreSQL does that is not known here: its address may be that of a proxy.
 * @throws how much space is needed, where the disk would have less left than the site needs
 */
export async function requireSpaceForCopy(config: Config) {
  const { databaseUrl, dataDir, diskFreeMbMin } = config
  if (databaseUrl) return
  const bytes = findDatabaseBytes(sqliteFileOf(config))
  const neededMb = Math.ceil(bytes / 1024 / 1024) + diskFreeMbMin
  const freeMb = await freeMbOf(dataDir)
  if (freeMb >= neededMb) return
  throw new Error(
    `A backup needs ${neededMb} MB, for a copy of the database and what the site needs (DISK_FREE_MB_MIN), and ${dataDir} has ${freeMb} MB left: make room`,
  )
}

/** What is written between two looks: a part of the database, or the largest files that are stored at once. */
const betweenLooksMb = 80

/**
 * @returns what throws as soon as the disk has less left than the site needs, where it is the site's that is written to:
 *   that of a folder which is on the disk of the data folder
 */
export async function createSpaceCheck(config: Config) {
  const { backup, dataDir } = config
  if (!backup.url?.startsWith('file:')) return async () => {}
  const [place, data] = [await stat(fileURLToPath(backup.url)), await stat(dataDir)]
  if (place.dev !== data.dev) return async () => {}
  return async () => {
    const freeMb = await freeMbOf(dataDir)
    if (freeMb >= config.diskFreeMbMin + betweenLooksMb) return
    throw new Error(
      `A backup needs more room: ${dataDir} has ${freeMb} MB left, and the site needs ${config.diskFreeMbMin} (DISK_FREE_MB_MIN). Make room: the files that are stored stay for the next one`,
    )
  }
}
