import { erasedKinds } from '#api/router.ts'
import type { Config } from '#config'
import { openDatabase } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'
import { repeatErasures } from '#features/personal-data/server/repeat-erasures.ts'
import { erasuresToRepeat, readErasures } from '#platform/retention/erasure-list.ts'
import type { Place } from '#platform/storage/backup-place.ts'
import { countFilesWithoutRow, noteFilesWithoutRow } from '#platform/storage/files-without-rows.ts'
import type { SealedStorage } from '#platform/storage/sealed-storage.ts'
import { withServices } from '../command.ts'
import { openExistingDatabase } from '../existing-database.ts'

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

/** The name of the backup whose restore was not finished, if there is one. @throws where there is no database */
export async function findUnfinished(config: Config) {
  const database = openExistingDatabase(config)
  try {
    return await findSystemValue(database, erasuresToRepeat)
  } finally {
    await database.destroy()
  }
}
