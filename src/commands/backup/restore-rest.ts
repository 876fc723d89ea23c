import { sql } from 'kysely'
import type { Config } from '#config'
import { requireUnused } from '#database/dump.ts'
import { isUnreachable } from '#database/errors.ts'
import { type Database, openDatabase, sqliteFileOf } from '#database/open.ts'
import { MissingDataKey } from '#platform/security/data-keys.ts'
import { openPlace, type Place } from '#platform/storage/backup-place.ts'
import { RefusedFile } from '#platform/storage/refused-file.ts'
import { openSealedStorage, type SealedStorage } from '#platform/storage/sealed-storage.ts'
import { statementsAfterRestore } from './after-restore.ts'
import { findBackupAt, requireFitting } from './find-backup.ts'
import { findUnfinished, finishRestore } from './finish-restore.ts'
import { asOnlyRestore } from './only-restore.ts'
import { restoreFile } from './restore-file.ts'
import { prepareSecret, requireSecrets, restoreDataKeys } from './secrets.ts'

const filesPerPage = 500

type Options = { isBucketOwn: boolean; isOverwriting?: boolean; now?: Date }

/**
 * Does the rest where other tools have restored the database, such as PostgreSQL's own to a second of choice, or where a
 * restore was interrupted: brings the secret, the data keys and the missing files from the backups, ends all sessions,
 * holds waiting emails, and erases again who was erased since, and leaves files that were stored since to the upkeep,
 * or counts them. It can be done again.
 * @param isBucketOwn whether no other site uses the bucket, if files are in one
 * @param isOverwriting whether another secret may be replaced, such as that from before an interrupted restore
 * @returns how many files were brought, the keys of those that no backup has or the storage refuses, and as `finishRestore`
 * @throws what stands against it, before anything is changed
 */
export const restoreRest = (config: Config, options: Options) =>
  asOnlyRestore(config, () => restoreRestAlone(config, options))

async function restoreRestAlone(
  config: Config,
  { isBucketOwn, isOverwriting = false, now = new Date() }: Options,
) {
  const place = await openPlace(config)
  await requireUnused({ databaseUrl: config.databaseUrl, file: sqliteFileOf(config) })
  const name = (await findInterrupted(config, place)) ?? (await findBackupAt(place, now))
  const { manifest } = await place.readManifest(name)
  requireFitting(config, manifest)
  requireSecrets(config, manifest, isOverwriting)
  restoreDataKeys(config, manifest)
  const putSecret = await prepareSecret(config, manifest)
  await putSecret()
  const storage = await openSealedStorage(config)
  const database = openDatabase(config)
  try {
    // Before what may fail: from here on the site doesn't start until the rest is done.
    await database.transaction().execute(async (transaction) => {
      for (const statement of statementsAfterRestore(config, { name, now }))
        await sql.raw(statement).execute(transaction)
    })
    const found = await bringFiles(place, storage, database)
    const finished = await finishRestore(config, { place, storage, isBucketOwn, now })
    return { ...found, ...finished }
  } finally {
    await database.destroy()
  }
}

/** The backup whose restore was interrupted, if it is still there: a newer one may have another secret. */
async function findInterrupted(config: Config, place: Place) {
  const name = await findUnfinished(config)
  const { complete } = await place.findBackups()
  return complete.find((one) => one === name)
}

/**
 * Brings the files that rows name and the storage lacks, such as of what was deleted after the moment that is restored.
 */
async function bringFiles(place: Place, storage: SealedStorage, database: Database) {
  const kept = new Set<string>()
  for await (const name of place.list('files/')) kept.add(name)
  const lost: string[] = []
  let brought = 0
  for (let lastId = 0; ; ) {
    const rows = await database
      .selectFrom('files')
      .select(['id', 'key', 'sha256', 'size_bytes'])
      .where('id', '>', lastId)
      .where('claimed_at', 'is not', null)
      .orderBy('id')
      .limit(filesPerPage)
      .execute()
    for (const { id, key, sha256, size_bytes } of rows) {
      lastId = id
      const state = await findState(storage, key)
      if (state === 'there') continue
      if (!kept.has(`files/${key}`)) {
        lost.push(key)
        continue
      }
      const restoring = restoreFile(place, storage, [key, sha256, Number(size_bytes)])
      const now = await restoring.catch((error: unknown) => {
        // The storage has answered just now: it refuses this one.
        if (state === 'refused' && isUnreachable(error)) return null
        throw error
      })
      if (now === null) {
        lost.push(key)
        continue
      }
      if (now !== key) {
        await database.updateTable('files').set({ key: now }).where('id', '=', id).execute()
      }
      brought += 1
    }
    if (rows.length < filesPerPage) return { brought, lost }
  }
}

/**
 * Whether the storage has a file, or refuses it, as it only says where it is read: S3 answers HEAD of one that lies in an
 * archive. One that is refused may be stored anew.
 * @throws Unreachable
 */
async function findState(storage: SealedStorage, key: string) {
  const isThere = await storage.exists(key).catch(() => undefined)
  if (isThere === false) return 'missing'
  try {
    await (await storage.read(key)).cancel()
    return 'there'
  } catch (error) {
    if (error instanceof RefusedFile) return 'refused'
    // Without its data key it can't be opened, and may be whole, unless it is refused.
    if (error instanceof MissingDataKey) return isThere ? 'there' : 'refused'
    throw error
  }
}
