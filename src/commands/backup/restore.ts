import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { erasedKinds } from '#api/router.ts'
import type { Config } from '#config'
import { isInUse, loadInPlace, placeOf, requireUnused } from '#database/dump.ts'
import { isUnreachable } from '#database/errors.ts'
import { migrations } from '#database/migrations/index.ts'
import { engineOf, openDatabase, sqliteFileOf } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'
import { repeatErasures } from '#features/personal-data/server/repeat-erasures.ts'
import { messageOf } from '#platform/error-message.ts'
import { erasuresToRepeat, readErasures } from '#platform/retention/erasure-list.ts'
import { MissingDataKey } from '#platform/security/data-keys.ts'
import {
  type BackedUpFile,
  type Manifest,
  openPlace,
  type Place,
} from '#platform/storage/backup-place.ts'
import { countFilesWithoutRow, noteFilesWithoutRow } from '#platform/storage/files-without-rows.ts'
import { lastBackup } from '#platform/storage/last-backup.ts'
import { openSealedStorage, type SealedStorage } from '#platform/storage/sealed-storage.ts'
import { company, endOfDay } from '#shared/company.ts'
import { pluralize } from '#shared/format.ts'
import { withServices } from '../command.ts'
import { openExistingDatabase } from '../examine-tools.ts'
import { noteOf, statementsAfterRestore } from './after-restore.ts'
import { timeOfBackup } from './backup-name.ts'
import { prepareSecret, requireSecrets, restoreDataKeys } from './secrets.ts'
import { readVerified } from './verify.ts'

/** Reads a moment: a day means its end, and a time without a zone is local. @throws for any other text */
export function momentOf(text: string) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = isDay ? endOfDay(text) : new Date(hasZone ? text : text + company.utcOffset)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new Error(`"${text}" is no time: write 2026-11-23 or 2026-11-23T06:00`)
}

/** The newest backup at or before the moment. @throws one line where there is none */
export async function findBackupAt(place: Place, moment: Date) {
  const { complete } = await place.findBackups()
  const name = complete.findLast((one) => timeOfBackup(one) <= moment)
  if (name) return name
  if (complete[0])
    throw new Error(`The oldest backup is of ${timeOfBackup(complete[0]).toISOString()}`)
  const others = (await place.findKeyIds()).filter((id) => id !== place.keyId)
  throw new Error(
    others.length > 0
      ? `BACKUP_KEY is not the key that the backups there were made with (${place.keyId}, not ${others.join(' or ')})`
      : 'There is no backup at BACKUP_URL',
  )
}

/**
 * Restores the newest backup at or before a moment: its files, its database, and then its secret, so that an
 * interrupted restore can be repeated. All sessions end, emails that were waiting are held, who was erased since is
 * erased again, and files that were stored since are left to the upkeep, or counted.
 * @param isOverwriting whether a database may be replaced that is there already
 * @param isBucketOwn whether no other site uses the bucket, if files are in one
 * @param signal ends it before the database is replaced
 * @returns the backup's name, how many files it has, and as `finishRestore`
 * @throws the reason why it can't be restored: then the database and the secret that are there stay, and what it has stored is
 *   removed
 */
export async function restoreBackup(
  config: Config,
  {
    to,
    isOverwriting,
    isBucketOwn,
    signal,
    now = new Date(),
  }: {
    to: Date
    isOverwriting: boolean
    isBucketOwn: boolean
    signal?: AbortSignal
    now?: Date
  },
) {
  const place = await openPlace(config)
  const name = await findBackupAt(place, to)
  const { manifest, files } = await place.readManifest(name)
  const target = { databaseUrl: config.databaseUrl, file: sqliteFileOf(config) }
  requireFitting(config, manifest)
  if (!isOverwriting && (await isInUse(target))) {
    throw new Error(
      `There is a database already: ${placeOf(target)}. Add --overwrite to replace it`,
    )
  }
  requireSecrets(config, manifest, isOverwriting)
  // Where there is a database, it is overwritten.
  await requireUnused(target, { isReplacing: true })

  // Files that the backup has sealed are sealed again, each with the key that it names.
  const removeDataKeys = restoreDataKeys(config, manifest)
  const storage = await openSealedStorage(config)
  const moves: string[] = []
  const added: string[] = []
  let restored = 0
  let isReplacing = false
  const load = async () => {
    signal?.throwIfAborted()
    for await (const file of files) {
      // Before it is stored: a storage that fails may have it.
      if (!(await isStored(storage, file[0]))) added.push(file[0])
      const key = await restoreFile(place, storage, file)
      if (key !== file[0]) {
        added.push(key)
        moves.push(`update files set key = '${key}' where key = '${file[0]}'`)
      }
      restored += 1
      signal?.throwIfAborted()
    }
    const putSecret = await prepareSecret(config, manifest)
    isReplacing = true
    await loadInPlace(untilStopped(place.readDatabase(name, manifest), signal), target, [
      ...moves,
      ...statementsAfterRestore(config, { name, now }),
      // It was noted after its database was copied.
      noteOf(lastBackup, timeOfBackup(name).toISOString()),
    ])
    return putSecret
  }
  const putSecret = await load().catch(async (error: unknown) => {
    if (isReplacing && (await mayBeInPlace(config, name))) {
      throw new Error(
        `${messageOf(error)}. The database may have been replaced all the same: before the site starts run ${removingRest(config)}`,
      )
    }
    const left = added.length - (await removeFiles(storage, added))
    removeDataKeys()
    if (left === 0) throw error
    throw new Error(
      `${messageOf(error)}. The storage still has ${pluralize(left, 'file')} of the backup, maybe of people who were erased since: restore again, or before the site starts run ${removingRest(config)}`,
    )
  })
  // After the database: were that not whole, the one that is there would be without its secret.
  await putSecret()
  const finished = await finishRestore(config, { place, storage, isBucketOwn, now })
  return { name, files: restored, ...finished }
}

async function* untilStopped(bytes: AsyncIterable<Buffer>, signal: AbortSignal | undefined) {
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    yield chunk
  }
  signal?.throwIfAborted()
}

/** Whether the database is the backup's although its load has failed: the answer to the commit may have been lost. */
async function mayBeInPlace(config: Config, backup: string) {
  try {
    return (await findUnfinished(config)) === backup
  } catch (error) {
    return isUnreachable(error)
  }
}

/** The name of the backup whose restore was not finished, if there is one. @throws where there is no database */
export async function findUnfinished(config: Config) {
  const database = openExistingDatabase(config)
  try {
    return await findSystemValue(database, erasuresToRepeat)
  } finally {
    await database.destroy()
  }
}

/** What the storage refuses to tell of is not taken for missing: it is not to be removed. */
const isStored = (storage: SealedStorage, key: string) => storage.exists(key).catch(() => true)

/** Removes files, unless the storage is away. @returns how many */
async function removeFiles(storage: SealedStorage, keys: readonly string[]) {
  let removed = 0
  for (const key of keys) {
    try {
      await storage.delete(key)
      removed += 1
    } catch (error) {
      if (isUnreachable(error)) break
    }
  }
  return removed
}

const removingRest = ({ storageUrl }: Config) =>
  storageUrl
    ? 'npm run restore -- --rest --remove-unnamed, if no other site uses the bucket'
    : 'npm run restore -- --rest'

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

/**
 * Erases again who was erased since, and leaves the files that no row names to the upkeep. Those in a bucket are only
 * counted unless it is this site's alone: where a restore is tried, it may be that of the site which is backed up.
 * Before that the site doesn't start.
 * @returns as `repeatErasures`, how many files no row names, and whether they are removed
 */
export async function finishRestore(
  config: Config,
  {
    place,
    storage,
    isBucketOwn,
    now,
  }: { place: Place; storage: SealedStorage; isBucketOwn: boolean; now: Date },
) {
  const erased = await readErasures(place, config.dataDir)
  const outcome =
    erased.length === 0
      ? { repeated: 0, unknown: 0 }
      : await withServices(config, (services) => repeatErasures(services, erasedKinds, erased), {
          isRestoring: true,
        })
  const database = openDatabase(config)
  try {
    const areUnnamedRemoved = config.storageUrl === undefined || isBucketOwn
    const unnamed = areUnnamedRemoved
      ? await noteFilesWithoutRow({ database, storage }, now)
      : await countFilesWithoutRow({ database, storage })
    await database.deleteFrom('system_values').where('name', '=', erasuresToRepeat).execute()
    return { ...outcome, unnamed, areUnnamedRemoved }
  } finally {
    await database.destroy()
  }
}

export function requireFitting(config: Config, { engine, migrations: applied }: Manifest) {
  if (engine !== engineOf(config)) {
    const [is, isNot] = engine === 'postgres' ? ['PostgreSQL', 'SQLite'] : ['SQLite', 'PostgreSQL']
    throw new Error(
      `The backup is of ${is}, and the settings name ${isNot}: ${engine === 'postgres' ? 'set' : 'empty'} DATABASE_URL`,
    )
  }
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new Error(`The backup is of a newer version, which has ${unknown.join(', ')}: install it`)
  }
}
