import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|txt|xml|ico|webmanifest|map)$/

const compress: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/**
 * Writes a brotli and a gzip copy beside each text file of the browser's build, at its best. They are kept in `cache`
 * under the hash of the file, so that the next build compresses only what has changed. The build fails
 * where there is none.
 */
export const precompressed = (cache = 'node_modules/.cache/precompressed'): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir = 'build/client' }) {
      await mkdir(cache, { recursive: true })
      const files = await readdir(dir, { recursive: true })
      const used = await Promise.all(
        files
          .filter((file) => compressible.test(file))
          .map((file) => writeCopies(join(dir, file), cache)),
      )
      if (used.length === 0) this.error(`There is nothing to compress in ${dir}`)
      const kept = new Set(used.flat())
      const stale = (await readdir(cache)).filter((name) => !kept.has(name))
      await Promise.all(stale.map((name) => rm(join(cache, name))))
    },
  },
})

/** @returns the names of the copies in the cache */
async function writeCopies(file: string, cache: string) {
  const bytes = await readFile(file)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return Promise.all(
    Object.entries(compress).map(async ([format, toFormat]) => {
      const name = `${hash}.${format}`
      const kept = join(cache, name)
      if (!existsSync(kept)) {
        // Renamed when it is whole: a build may be aborted. Equal files may be at it at once.
        const unfinished = `${kept}.${createHash('sha256').update(file).digest('hex')}`
        await writeFile(unfinished, await toFormat(bytes))
        await rename(unfinished, kept)
      }
      await copyFile(kept, `${file}.${format}`)
      return name
    }),
  )
}
