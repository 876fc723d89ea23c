import type { Config } from '#config'
import { hasLoadEnded, isInUse, loadInPlace, placeOf, requireUnused } from '#database/dump.ts'
import { isUnreachable } from '#database/errors.ts'
import { sqliteFileOf } from '#database/open.ts'
import { systemValueStatement } from '#database/system-values.ts'
import { messageOf } from '#platform/error-message.ts'
import { openPlace, type Place } from '#platform/storage/backup-place.ts'
import { lastBackup } from '#platform/storage/last-backup.ts'
import { openSealedStorage, type SealedStorage } from '#platform/storage/sealed-storage.ts'
import { pluralize } from '#shared/format.ts'
import { statementsAfterRestore } from './after-restore.ts'
import { timeOfBackup } from './backup-name.ts'
import { findBackupAt, requireFitting } from './find-backup.ts'
import { findUnfinished, finishRestore } from './finish-restore.ts'
import { asOnlyRestore } from './only-restore.ts'
import { restoreFile } from './restore-file.ts'
import { prepareSecret, requireSecrets, restoreDataKeys } from './secrets.ts'

type Options = {
  to: Date
  isOverwriting: boolean
  isBucketOwn: boolean
  signal?: AbortSignal
  now?: Date
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
export async function restoreBackup(config: Config, options: Options) {
  const place = await openPlace(config)
  const name = await findBackupAt(place, options.to)
  const { manifest, files } = await place.readManifest(name)
  requireFitting(config, manifest)
  const backup = { place, name, manifest, files }
  return asOnlyRestore(config, () => restoreAlone(config, backup, options))
}

type Backup = { place: Place; name: string } & Awaited<ReturnType<Place['readManifest']>>

async function restoreAlone(
  config: Config,
  { place, name, manifest, files }: Backup,
  { isOverwriting, isBucketOwn, signal, now = new Date() }: Options,
) {
  const target = { databaseUrl: config.databaseUrl, file: sqliteFileOf(config) }
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
  const storage = await openSealedStorage(config).catch((error: unknown) => {
    removeDataKeys()
    throw error
  })
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
      systemValueStatement(lastBackup, timeOfBackup(name).toISOString()),
    ])
    return putSecret
  }
  const putSecret = await load().catch(async (error: unknown) => {
    if (isReplacing && (await mayBeInPlace(config, target, name))) {
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
async function mayBeInPlace(
  config: Config,
  target: Parameters<typeof hasLoadEnded>[0],
  backup: string,
) {
  try {
    return !(await hasLoadEnded(target)) || (await findUnfinished(config)) === backup
  } catch (error) {
    return isUnreachable(error)
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
