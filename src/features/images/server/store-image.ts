import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isUniqueViolation } from '#database/errors.ts'
import type { Services } from '#platform/http/context.ts'
import { claimFile, removeFile, sha256Of, storeFile } from '#platform/storage/files.ts'
import type { EncodedImage } from './encode.ts'
import { encodeInTurn } from './encoder.ts'
import { inspectImage } from './image-content.ts'

/** Goes up when images are made in another way, so that a picture sent again is made anew. */
const recipe = 1

/** What tells a picture: its bytes, and how it is made into an image. */
export const sourceOf = (sha256: string) => hash('sha256', `${recipe}:${sha256}`)

/**
 * Makes a picture in the spool into an image of the site. One that is stored already is not made again.
 * @returns the image's address, or what is to be told of a picture that can't be used
 */
export async function storeImage(
  services: Services,
  picture: { path: string; sha256: string; name: string },
): Promise<{ address: string } | { problem: string }> {
  const source = sourceOf(picture.sha256)
  const known = await findBySource(services, source)
  if (known) return known
  const inspected = await inspectImage(picture.path)
  if ('problem' in inspected) return inspected
  const encoded = await encodeInTurn(services, picture.path, inspected.format)
  if ('problem' in encoded) return encoded
  return keepImage(services, { ...encoded, source, sourceName: picture.name })
}

/**
 * Stores the files of an image, which are gone from where they lay afterwards, and the image with them.
 * @param image.source see `sourceOf`
 */
export async function keepImage(
  services: Services,
  image: EncodedImage & { source: string; sourceName: string },
) {
  const { source, width, height, colour } = image
  const name = `${source.slice(0, 20)}-${width}x${height}-${colour}`
  const stored: { id: number; key: string; variant: string }[] = []
  try {
    for (const { variant, type, path } of image.files) {
      const [sha256, { size: sizeBytes }] = await Promise.all([sha256Of(path), stat(path)])
      const file = { path, folder: 'images', name: image.sourceName, type, sizeBytes, sha256 }
      stored.push({ ...(await storeFile(services, file)), variant })
    }
    const now = services.now().toISOString()
    await services.database.transaction().execute(async (transaction) => {
      const { id: image_id } = await transaction
        .insertInto('images')
        .values({ name, source, wanted_at: now, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const { id, variant } of stored) {
        await transaction
          .insertInto('image_files')
          .values({ image_id, variant, file_id: id })
          .execute()
        await claimFile(transaction, id, now)
      }
    })
    return { address: `/images/${name}` }
  } catch (error) {
    // What can't be removed at once is left to the clean-up.
    const removed = await Promise.allSettled(stored.map((file) => removeFile(services, file)))
    if (removed.some(({ status }) => status === 'rejected')) {
      services.log.warn({ name }, 'files of an image not removed yet')
    }
    // Somebody else has sent the same picture at the same moment.
    const twin = isUniqueViolation(error) ? await findBySource(services, source) : null
    if (twin) return twin
    throw error
  }
}

/** The address of the image that was made of it, which is wanted from now on. */
async function findBySource({ database, now }: Services, source: string) {
  const row = await database
    .updateTable('images')
    .set({ wanted_at: now().toISOString() })
    .where('source', '=', source)
    .returning('name')
    .executeTakeFirst()
  return row ? { address: `/images/${row.name}` } : null
}
