import type { Services } from '#platform/http/context.ts'
import { removeFile } from '#platform/storage/files.ts'
import { dayMs } from '#shared/durations.ts'
import { refreshImageUses } from './uses.ts'

/** How long an unused image is kept. */
const graceMs = 7 * dayMs
const batchSize = 100

/**
 * Removes the images that were not used for a week. Each is checked once a day; `wanted_at` is the last time it was
 * found in use, or was about to be (`markImagesUsed`).
 * @returns how many were removed
 */
export async function removeUnusedImages(services: Services) {
  const { database, log } = services
  const now = services.now()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await refreshImageUses(database)
  const due = await database
    .selectFrom('images')
    .select(['id', 'name', 'wanted_at'])
    .where('wanted_at', '<=', before(dayMs))
    .orderBy('wanted_at')
    .limit(batchSize)
    .execute()
  let removed = 0
  for (const { id, name, wanted_at } of due) {
    const use = database.selectFrom('image_uses').select('name').where('name', '=', name).limit(1)
    if (await use.executeTakeFirst()) {
      const found = { wanted_at: now.toISOString() }
      await database.updateTable('images').set(found).where('id', '=', id).execute()
    } else if (wanted_at <= before(graceMs)) {
      for (const file of await deleteImage(services, id, before(graceMs))) {
        await removeFile(services, file).catch((err: unknown) =>
          log.warn({ err, name }, 'file of an image not removed yet'),
        )
      }
      log.info({ name }, 'unused image removed')
      removed += 1
    }
  }
  if (removed > 0) services.tagVersions.invalidate(['Gallery'])
  return removed
}

/** Deletes the image, unless it was used in the meantime. @returns its files, no longer claimed */
function deleteImage({ database }: Services, id: number, before: string) {
  return database.transaction().execute(async (transaction) => {
    const files = await transaction
      .selectFrom('image_files')
      .innerJoin('files', 'files.id', 'image_files.file_id')
      .select(['files.id', 'files.key'])
      .where('image_id', '=', id)
      .execute()
    const { numDeletedRows } = await transaction
      .deleteFrom('images')
      .where('id', '=', id)
      .where('wanted_at', '<=', before)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return []
    await transaction
      .updateTable('files')
      .set({ claimed_at: null })
      .where(
        'id',
        'in',
        files.map((file) => file.id),
      )
      .execute()
    return files
  })
}
