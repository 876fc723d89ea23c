import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storeImage } from '#features/images/server/store-image.ts'
import type { Services } from '#platform/http/context.ts'
import { sha256Of } from '#platform/storage/files.ts'
import { redAndBlue } from './sample-images.ts'

/** Stores an image, each with a different size. @returns its URL */
export async function createImage(services: Services) {
  sizes += 1
  const path = join(services.storage.spoolDir, randomUUID())
  await writeFile(
    path,
    await redAndBlue(64 + sizes, 48)
      .png()
      .toBuffer(),
  )
  const stored = await storeImage(services, {
    path,
    name: 'picture.png',
    sha256: await sha256Of(path),
  })
  if ('problem' in stored) throw new Error(stored.problem)
  return stored.address
}

let sizes = 0
