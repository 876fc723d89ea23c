import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import { isUniqueViolation } from '#database/errors.ts'
import { searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { claimFile, removeFile, sha256Of, storeFile } from '#platform/storage/files.ts'
import type { EncodedImage } from './encode.ts'
import { encodeInTurn } from './encoder.ts'
import { inspectImage } from './image-content.ts'

/** Increase this when the encoding changes, so that a picture uploaded again is encoded again. */
const encoderVersion = 1

/** Writes what belongs to the transaction that stores an image, or finds it stored. */
type RecordImage = (transaction: Transaction<Tables>, id: number) => Promise<unknown>

export type StoredImage = { id: number; address: string; alt: string }

/** What the list of images is searched by. */
export const imageSearchText = (image: { alt: string; file_name: string; by_name: string }) =>
  searchable([image.file_name, image.alt, image.by_name].join('\n'))

/** Identifies a picture by its bytes and the version of the encoder. */
export const sourceOf = (sha256: string) => hash('sha256', `${encoderVersion}:${sha256}`)

/**
 * Encodes and stores a picture from the spool, unless it is stored already.
 * @returns the image's URL, or an error message for the user
 */
export async function storeImage(
  services: Services,
  picture: { path: string; sha256: string; name: string; by?: string },
  record?: RecordImage,
): Promise<StoredImage | { problem: string }> {
  const source = sourceOf(picture.sha256)
  const known = await findBySource(services, source, record)
  if (known) return known
  const inspected = await inspectImage(picture.path)
  if ('problem' in inspected) return inspected
  const encoded = await encodeInTurn(services, picture.path, inspected.format)
  if ('problem' in encoded) return encoded
  const { name: sourceName, by } = picture
  return storeEncodedImage(services, { ...encoded, source, sourceName, by }, record)
}

/**
 * Stores an encoded image. Its files are moved into the storage.
 * @param image.source see `sourceOf`
 */
export async function storeEncodedImage(
  services: Services,
  image: EncodedImage & {
    source: string
    sourceName: string
    by?: string
    alt?: string
  },
  record?: RecordImage,
): Promise<StoredImage> {
  const { source, width, height, colour, sourceName, by = '', alt = '' } = image
  const name = `${source.slice(0, 20)}-${width}x${height}-${colour}`
  const stored: { id: number; key: string; variant: string }[] = []
  let largest = 0
  try {
    for (const { variant, type, path } of image.files) {
      const [sha256, { size: sizeBytes }] = await Promise.all([sha256Of(path), stat(path)])
      const file = {
        content: { path },
        folder: 'images' as const,
        name: sourceName,
        type,
        sizeBytes,
        sha256,
      }
      if (variant.endsWith('.avif')) largest = Math.max(largest, sizeBytes)
      stored.push({ ...(await storeFile(services, file)), variant })
    }
    const now = services.now().toISOString()
    const id = await services.database.transaction().execute(async (transaction) => {
      const { id: image_id } = await transaction
        .insertInto('images')
        .values({
          name,
          source,
          alt,
          by_name: by,
          size_bytes: largest,
          file_name: sourceName,
          search_text: imageSearchText({ alt, file_name: sourceName, by_name: by }),
          wanted_at: now,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const { id, variant } of stored) {
        await transaction
          .insertInto('image_files')
          .values({ image_id, variant, file_id: id })
          .execute()
        await claimFile(transaction, id, now)
      }
      await record?.(transaction, image_id)
      return image_id
    })
    return { id, alt, address: `/images/${name}` }
  } catch (error) {
    // If files can't be removed now, the upkeep does it later.
    const removed = await Promise.allSettled(stored.map((file) => removeFile(services, file)))
    if (removed.some(({ status }) => status === 'rejected')) {
      services.log.warn({ name }, 'files of an image not removed yet')
    }
    // The same picture was uploaded concurrently.
    const duplicate = isUniqueViolation(error) ? await findBySource(services, source, record) : null
    if (duplicate) return duplicate
    throw error
  }
}

/** Finds the stored image of a picture, and marks it as used. */
async function findBySource({ database, now }: Services, source: string, record?: RecordImage) {
  const row = await database.transaction().execute(async (transaction) => {
    const found = await transaction
      .updateTable('images')
      .set({ wanted_at: now().toISOString() })
      .where('source', '=', source)
      .returning(['id', 'name', 'alt'])
      .executeTakeFirst()
    if (found) await record?.(transaction, found.id)
    return found
  })
  return row ? { id: row.id, alt: row.alt, address: `/images/${row.name}` } : null
}
