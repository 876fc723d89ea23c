import { randomUUID } from 'node:crypto'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceOf, storeEncodedImage } from '#features/images/server/store-image.ts'
import type { Services } from '#platform/http/context.ts'
import { sha256Of } from '#platform/storage/files.ts'

/**
 * What `tools/artwork/portraits.ts` has drawn, and made into the files of an image already: a start has no time for
 * that.
 */
const folder = join(import.meta.dirname, '../portraits')
const sidePx = 640
const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

/** Stores the portraits of the demo's people. @returns their addresses, by the slug of the name */
export async function storePortraits(services: Services) {
  const slugs = await readdir(folder)
  // At once, because each of the many files waits for the disk.
  const stored = slugs.map(async (slug) => [slug, await storePortrait(services, slug)] as const)
  return new Map(await Promise.all(stored))
}

/** 'Marieke De Wit' of marieke-de-wit. */
const nameOf = (slug: string) =>
  slug.replace(/(^|-)(\w)/g, (_, dash, letter: string) => (dash && ' ') + letter.toUpperCase())

async function storePortrait(services: Services, slug: string) {
  const variants = await readdir(join(folder, slug))
  const files = variants.map((variant) => ({
    variant,
    path: join(services.storage.spoolDir, randomUUID()),
    type: types[variant.split('.')[1] ?? ''] ?? '',
  }))
  await Promise.all(files.map(({ variant, path }) => copyFile(join(folder, slug, variant), path)))
  const { address } = await storeEncodedImage(services, {
    files,
    width: sidePx,
    height: sidePx,
    colour: 'clear',
    source: sourceOf(await sha256Of(join(folder, slug, `${sidePx}.webp`))),
    sourceName: `${slug}.webp`,
    alt: `Portrait of ${nameOf(slug)}`,
  })
  return address
}
